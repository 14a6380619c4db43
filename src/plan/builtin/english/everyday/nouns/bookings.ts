/** Orders, deliveries, appointments, events, visits and shifts. */
export const BOOKINGS = `
order: purchase, request, booking
orderline: order item, item ordered
line: item, row, route
delivery: shipment, drop, consignment, drop-off, drop off, parcel
shipment: delivery, consignment, parcel, package, load
consignment: shipment, delivery, load
shipping: delivery, postage, carriage
freight: cargo, goods, shipping
cargo: freight, load, goods
load: cargo, freight, weight
dispatch: sending out, shipment, despatch
pickup: collection, fetching
dropoff: delivery point, drop, delivery, setting down
return: sent back item, item brought back
backorder: awaiting stock order
restock: refill, reorder
reorder: repeat order, restock
requisition: purchase request
tracking: parcel number, whereabouts
booking: reservation, appointment, order
reservation: booking, table booked
appointment: booking, slot, visit, consultation, date
slot: time, appointment, opening, place, space
timeslot: slot, time
session: class, meeting, sitting, lesson, slot
meeting: get-together, conference, gathering, get together, catch up, sit down, appointment
conference: convention, meeting, congress, symposium
event: happening, do, function, occasion, gig, show
function: event, do, role
occasion: event
gig: concert, show, performance, booking
concert: gig, show, performance, recital
show: performance, gig, programme, production
performance: show, gig, concert, showing
production: show, play, output, staging
rehearsal: practice, run-through, run through, practise session
festival: fest, fete, fair
exhibition: show, display, expo
fair: fete, show, market
wedding: marriage, big day, nuptials
funeral: burial, cremation, send off, memorial service
ceremony: service, ritual
celebration: party, do
invitation: invite, ask
attendance: turnout, presence, show-up, gate, crowd, who came, head count
visit: appointment, call, trip, stay
consultation: appointment, visit
interview: job chat, meeting
tour: trip, excursion, guided visit, run of shows, road trip, guided walk
trip: journey, outing, excursion, travel, tour, run
journey: trip, travel, ride, run
excursion: trip, outing, day out, day trip
outing: trip, excursion, day out
flight: plane journey, plane, air trip, departure
voyage: sea trip, journey, sailing, crossing
cruise: sea holiday, voyage, boat trip, sea trip
crossing: ferry trip, sailing
ride: trip, journey, lift, cycle trip, attraction
stay: visit, booking, night, time here
holiday: vacation, break, leave, trip, time off
vacation: holiday, leave, break, time off
leave: holiday, time off, vacation, absence, days off
absence: time off, sick day, day off, nonattendance, no show
sickness: illness, sick leave, time off sick
shift: work period, stint, turn, duty, rota slot, working hours
rota: roster, work schedule, shift plan, schedule
roster: rota, duty list, schedule, shift plan
timesheet: hours worked, time card, hours
schedule: timetable, plan, rota, calendar
timetable: schedule, lesson plan
cancellation: calling off, scrapped booking
waitlist: waiting list, queue
queue: line, waiting list
arrival: getting in, coming, landing, coming in
departure: leaving, setting off, takeoff
checkin: arrival, signing in
checkout: departure, leaving, loan, borrowing, till
registration: enrolment, sign-up, number plate, plate, reg number, sign up
enrolment: registration, sign-up, course place, enrollment
enrollment: registration, sign-up, course place, enrolment
signup: registration, enrolment
`;
