"""The results of a combat: destruction, recoil and push-back, flight, pursuit and pressing forward."""
