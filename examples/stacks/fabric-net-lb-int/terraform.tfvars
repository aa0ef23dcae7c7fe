project_id = "shared-services-40fb"
region     = "europe-west4"

images = {
  search    = "projects/shared-images-9d20/global/images/family/search-8"
  resolvers = "projects/shared-images-9d20/global/images/family/resolver-2"
}
