/** Vehicles and what happens to them. */
export const VEHICLES = `
vehicle: car, van, truck, motor, lorry, ride
car: motor, vehicle, automobile, auto, ride
van: vehicle, truck, transit
truck: lorry, vehicle, wagon, rig
lorry: truck, vehicle, wagon, hgv
bus: coach, double decker
bike: bicycle, cycle, motorbike, two wheeler
bicycle: bike, cycle, pushbike, push bike, two wheeler
motorcycle: motorbike, bike
boat: ship, vessel, yacht, craft
ship: boat, vessel
vessel: ship, boat, craft
yacht: boat, sailing boat
aircraft: plane, airplane, aeroplane, jet
plane: aircraft, airplane, aeroplane, jet, airliner
train: rail service, loco
taxi: cab, minicab
trailer: caravan, tow, preview, teaser, tow cart
fleet: vehicle, motor pool, car
tyre: tire, wheel, rubber
tire: tyre, wheel, rubber
plate: registration, reg number, dish, licence number
mileage: miles driven, odometer reading, distance, mile, distance driven, clock reading, miles done
odometer: mileage, clock, miles on clock, clock reading, mile
engine: motor, power unit
mot: roadworthiness test, car test, annual test
accident: crash, collision, mishap, incident, smash, prang
incident: accident, event, happening, trouble, problem, case
crime: offence, offense, felony
offence: crime, offense, violation
violation: offence, breach
`;
