"""What ``terraform show -json`` (or ``tofu``'s) prints of a plan or a state -> the model."""
