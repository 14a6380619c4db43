/** Animals and their keeping. */
export const ANIMALS = `
animal: pet, creature, beast, critter
pet: animal, dog, cat, furry friend, companion animal
dog: hound, pooch, mutt, canine
cat: kitty, moggy, feline
horse: pony, mount, nag, mare
cow: cattle, cattle beast, heifer, milker
cattle: cow, livestock
sheep: ewe, lamb
pig: hog, swine
chicken: hen, bird, chook
hen: chicken, bird
bird: fowl
bull: stud, sire
livestock: farm animal, cattle, stock, animal
herd: cattle group, cattle, animal
flock: sheep group, sheep, bird
species: kind of animal, type of animal, kind, type, sort
breed: kind of dog, type, pedigree, kind, strain
sire: father, dad, stud, male parent
dam: mother, mum, mom, female parent
pedigree: bloodline, family tree, ancestry
microchip: chip
chip: microchip
adoption: rehoming, new home
rescue: saving, rescued animal
feeding: meal, mealtime
grooming: trim, clip, wash and cut, pampering, wash and trim
walk: stroll, hike, ramble
colony: hive, swarm
`;
