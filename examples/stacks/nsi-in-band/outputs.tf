output "deployments" {
  description = "Zone and state of each intercept deployment."
  value = {
    for zone, deployment in google_network_security_intercept_deployment.zone : zone => {
      name  = deployment.name
      state = deployment.state
    }
  }
}

output "security_profile_group" {
  description = "What further firewall rules refer to."
  value       = google_network_security_security_profile_group.this.id
}
