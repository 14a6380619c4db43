/** Those who are dealt with, teach, care, drive, build, judge or apply. */
export const PEOPLE = `
customer: client, buyer, shopper, punter, guest, patron, account, purchaser, regular
client: customer, account, punter, patron
patron: customer, visitor, guest, member, borrower, reader, supporter, library user
buyer: customer, purchaser, shopper, bidder
guest: visitor, customer, diner, attendee, invitee
visitor: guest, caller, attendee, sightseer, punter, tourist, person
patient: sick person, case, client, invalid
member: subscriber, person in club, belonger, joiner, person, who belongs, club person
subscriber: member, reader, customer, follower, who signed up
user: account, person, login, member
contact: person, acquaintance, lead, connection
person: individual, human, somebody, folk
household: family, home, residence, house
family: household, relative, relation, clan, folks, relations
relative: relation, family member, kin
child: kid, youngster, little one, nipper, minor, infant
kid: child, youngster, little one
baby: infant, newborn, little one
infant: baby, newborn, toddler
toddler: tot, little one, small child
teenager: teen, adolescent, youth, youngster
youth: young person, teenager, youngster, junior
adult: grown-up
senior: pensioner, older person, elderly person, oldie
junior: youngster, kid, young player
pupil: student, kid, child, schoolchild, learner, scholar
student: pupil, learner, kid, undergraduate, trainee, scholar
learner: student, pupil, trainee
trainee: apprentice, learner, intern, newbie
apprentice: trainee, learner
intern: trainee, work experience kid, placement student, work experience person
graduate: alumnus, former student, degree holder
alumnus: former student, old boy, old girl, graduate, former pupil, ex student
alumni: former student, old boy, graduate, former pupil
staff: employee, worker, team, personnel, colleague, workforce, team member
employee: worker, staff, staff member, colleague, team member, personnel, hand, member of staff
worker: employee, staff, labourer, laborer, hand, staff member
colleague: coworker, workmate, employee, teammate
contractor: freelancer, tradesman, builder, subcontractor, outside worker, tradesperson
subcontractor: subbie, contractor, tradesman, trade
freelancer: contractor, self-employed worker, gig worker
volunteer: helper, unpaid worker, unpaid helper, who helps out
helper: volunteer, assistant, aide
assistant: helper, aide, deputy, right hand
manager: boss, supervisor, gaffer, chief, head, person in charge
supervisor: boss, manager, overseer, foreman, line manager, gaffer, team leader
boss: manager, supervisor, gaffer, chief
foreman: gaffer, supervisor, boss, crew chief, site boss
director: board member, head, boss, chief, filmmaker
executive: boss, manager, exec
owner: proprietor, keeper, landlord, holder
proprietor: owner, landlord
founder: creator, originator, starter
partner: spouse, other half, associate, husband or wife, significant other
spouse: husband, wife, partner, other half
husband: hubby
wife: missus
parent: mum, dad, mom, mother, father, guardian, carer
guardian: parent, carer, mum, dad, mom, mother, father, caregiver
mother: mum, mom, mummy
father: dad, daddy
carer: caregiver, caretaker, support worker, home help
caregiver: carer, caretaker, support worker
nanny: childminder, babysitter, au pair
childminder: babysitter, nanny, day care provider
babysitter: sitter, childminder, nanny
neighbour: person next door, neighbor
neighbor: person next door, neighbour
resident: occupant, tenant, inhabitant, dweller, householder, local, who lives there
inhabitant: resident, dweller
tenant: renter, lodger, occupant, occupier, leaseholder
lodger: tenant, paying guest, boarder
landlord: property owner, owner, landlady, letting owner, publican
leaseholder: tenant, leasee
occupant: resident, tenant, person living there, occupier, who lives there
lender: bank, creditor, loaner
borrower: reader, debtor, patron, member, person borrowing, library member, who borrowed it
reader: borrower, subscriber, audience
teacher: tutor, instructor, schoolteacher, master, schoolmaster, sir, miss
tutor: teacher, instructor, private teacher, coach
instructor: teacher, trainer, tutor, coach
lecturer: professor, teacher, don, tutor
professor: lecturer, teacher, prof, academic
headteacher: head, principal, headmaster, headmistress
principal: head, headteacher, headmaster, headmistress
trainer: coach, instructor, teacher, tutor
coach: trainer, instructor, manager, bus
mentor: adviser, coach, guide, advisor
mentee: learner, protege, who is mentored
advisor: adviser, consultant, counsellor, mentor
adviser: advisor, consultant, counsellor, mentor
consultant: adviser, advisor, specialist, expert
counsellor: therapist, adviser, counselor
counselor: therapist, adviser, counsellor
therapist: counsellor, physio, shrink, counselor, practitioner
practitioner: doctor, therapist, clinician, provider
doctor: physician, medic, practitioner, consultant
physician: doctor, medic
clinician: doctor, practitioner, medic, therapist
surgeon: doctor, operating doctor, consultant
nurse: sister, matron
midwife: birth attendant, delivery nurse
dentist: tooth doctor, dental surgeon
hygienist: dental cleaner
optician: optometrist, eye doctor
optometrist: optician, eye doctor
pharmacist: chemist, druggist, dispenser
prescriber: doctor, physician
physiotherapist: physio, physical therapist
vet: veterinarian, animal doctor, veterinary surgeon
veterinarian: vet, animal doctor
groomer: clipper, dog barber, pet stylist
breeder: kennel owner, stud owner
farmer: grower, farm owner, rancher, producer
grower: farmer, producer, gardener
gardener: landscaper, groundsman, grower, green fingers
driver: chauffeur, motorist, trucker, cabbie, person driving, courier, who drives
chauffeur: driver
rider: cyclist, jockey, horseman, biker, passenger
jockey: rider
passenger: traveller, rider, fare, traveler
traveller: passenger, tourist, traveler, holidaymaker, tripper
tourist: visitor, holidaymaker, traveller, sightseer
commuter: daily traveller, passenger
courier: delivery driver, delivery company, messenger, carrier, delivery man, delivery firm
carrier: courier, shipper, delivery company, shipping company, airline, haulier, delivery firm
haulier: trucking company, carrier, transport company, lorry firm, trucker, transport firm
pilot: flyer, captain, aviator
captain: skipper, team leader, leader
skipper: captain, boat master
crew: team, gang, staff, squad, hand, backstage people
sailor: crew member, seaman
mechanic: fitter, technician, garage man, repairman, garage guy, grease monkey
technician: engineer, mechanic, repairman, tech, fitter, tech guy, repair man
engineer: technician, repairman, fitter, developer, repair man
fitter: installer, technician, mechanic
installer: fitter, technician
plumber: heating engineer, pipe fitter
electrician: sparky, spark, electrical contractor
carpenter: joiner, chippy, woodworker
builder: contractor, construction firm, tradesman
tradesman: workman, contractor, builder, tradesperson, handyman
architect: designer, building designer
surveyor: valuer, inspector, assessor, property inspector
cleaner: cleaning lady, janitor, housekeeper, char, domestic
caretaker: janitor, porter, custodian
janitor: caretaker, cleaner, custodian
porter: doorman, concierge, caretaker
receptionist: front desk, desk clerk
secretary: assistant, admin, clerk, pa
clerk: office worker, administrator
administrator: admin, manager, organiser
treasurer: finance officer, bookkeeper, money person, finance person
chairman: chair, chairperson, head, president
chair: chairman, chairperson, head, seat
president: head, chief, leader
trustee: board member, governor
governor: trustee, board member
councillor: council member, local representative, local rep, elected member
officer: official, committee member, agent
official: officer, referee, umpire
inspector: examiner, assessor, checker
examiner: marker, assessor, grader, inspector
assessor: examiner, marker, evaluator, inspector, loss adjuster
marker: grader, examiner
auditor: inspector, accounts checker, examiner
accountant: bookkeeper, beancounter, number cruncher
bookkeeper: accountant
lawyer: solicitor, attorney, barrister, brief, legal eagle
solicitor: lawyer, attorney, legal adviser
attorney: lawyer, solicitor, counsel
judge: magistrate, adjudicator, marker
referee: ref, umpire, official, whistleblower
umpire: referee, official
witness: onlooker, observer, bystander, who saw it
suspect: accused, possible culprit
offender: criminal, culprit, lawbreaker
victim: injured party, sufferer
plaintiff: claimant, suing party, who is suing
defendant: accused, person sued, who is sued
claimant: person claiming, applicant, who claimed, who made claim
applicant: candidate, person applying, hopeful, who applied, jobseeker
candidate: applicant, interviewee, hopeful, contender, examinee, person standing
recruiter: headhunter, hiring manager, hiring person
interviewer: questioner, interviewing person
employer: boss, company, firm, workplace
`;
