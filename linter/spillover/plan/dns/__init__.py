"""What DNS answers for a record set with a routing policy, when that changes, and how long it takes."""
