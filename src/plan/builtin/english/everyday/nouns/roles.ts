/** Dealers, players, artists, trades and groups of people. */
export const ROLES = `
supplier: vendor, wholesaler, provider, distributor, merchant, seller, who supplies us
vendor: supplier, seller, provider, trader, stallholder
seller: vendor, merchant, dealer, trader
merchant: shop, seller, trader, retailer, store
dealer: trader, seller, merchant, dealership, showroom
trader: dealer, seller, merchant
wholesaler: supplier, distributor, cash and carry, trade seller
distributor: supplier, wholesaler, dealer
manufacturer: maker, brand, producer, make, company making, who made it
maker: manufacturer, producer, make, brand
producer: maker, grower, manufacturer, backer
provider: supplier, vendor, company
retailer: shop, store, seller
cashier: till operator, checkout person, teller, checkout assistant
salesperson: rep, sales rep, salesman, saleswoman, seller, shop assistant
representative: rep, agent, delegate
agent: rep, representative, broker, middleman, negotiator, handler
broker: agent, middleman, intermediary, go between
delegate: attendee, representative, participant, rep
attendee: participant, guest, person attending, visitor, delegate, person coming, who came
participant: attendee, entrant, competitor, person taking part, who took part
competitor: contestant, entrant, rival, contender, participant
contestant: competitor, entrant, participant, contender, player
entrant: competitor, contestant, participant, contender, starter
opponent: rival, opposition, other side, other team, who we played
player: footballer, team member, sportsman, gamer, athlete, squad member, user
athlete: sportsman, sportsperson, runner, competitor, sportswoman, player
runner: athlete, jogger, racer, entrant
swimmer: bather
cyclist: rider, biker
golfer: player
striker: forward, goal scorer
goalkeeper: keeper, goalie, shot stopper
winner: champion, victor, first place, who won
champion: winner, title holder
spectator: fan, onlooker, viewer, supporter
fan: supporter, follower, admirer
follower: fan, subscriber
supporter: fan, donor, backer, follower
donor: giver, benefactor, contributor, supporter, backer, who gave it
sponsor: backer, funder, benefactor, supporter
backer: sponsor, funder, supporter, investor
funder: sponsor, backer, grant giver
beneficiary: recipient, person helped, person benefiting, who benefits
recipient: receiver, addressee, person getting it, who got it
sender: person sending, from whom, who sent it, shipper, mailer
author: writer, novelist, creator, who wrote it
writer: author, novelist, scribe
editor: reviser, sub, proofreader, desk
publisher: publishing house, press, imprint, publishing company
translator: interpreter, linguist
illustrator: artist, drawer, who drew it, picture maker
poet: verse writer
journalist: reporter, writer, correspondent
reporter: journalist, correspondent, person reporting, who raised it, who reported it
reviewer: critic, rater
critic: reviewer
artist: singer, band, musician, act, painter, performer, group
performer: act, artist, entertainer, artiste, turn
act: performer, artist, band, turn
band: group, act, artist, outfit, ensemble
singer: vocalist, crooner
musician: player, instrumentalist, artist, performer
composer: music writer, songwriter, writer, who wrote it
conductor: maestro, baton holder, ticket inspector, guard
actor: actress, performer, thespian, player, star, cast member
actress: actor, performer, star, player
presenter: host, speaker, anchor
host: presenter, landlord, compere, server, organizer, who runs it
speaker: lecturer, presenter, person talking, talker
dancer: ballerina, performer
painter: artist, decorator
decorator: painter, wallpaperer
sculptor: artist, carver
photographer: snapper, camera person, cameraman, shooter
designer: creator, stylist
stylist: hairdresser, barber
hairdresser: stylist, barber, hair stylist
barber: hairdresser, stylist
beautician: beauty therapist, stylist
tailor: dressmaker, seamstress
chef: cook, head cook
cook: chef
waiter: server, waitress, waiting staff
server: waiter, waitress, machine, computer, host, box
bartender: barman, barmaid, barkeeper, mixologist
baker: bread maker
butcher: meat man, meat seller
florist: flower shop, flower seller
diner: guest, customer, eater
collector: gatherer, enthusiast, buyer, hoarder
organiser: organizer, planner, person in charge, host, who runs it, promoter
organizer: organiser, planner, person in charge, host, who runs it, promoter
coordinator: organiser, planner, organizer
leader: head, chief, boss, person in charge
developer: programmer, coder, software engineer, engineer, builder
programmer: coder, developer
tester: checker, qa person, qa
assignee: person responsible, owner, person assigned, who its with, whose job
requester: person asking, asker
creator: author, maker, originator
approver: authoriser, person signing off, signatory
signatory: signer, person who signed
holder: owner, bearer, keeper
nominee: candidate, person nominated
voter: elector, constituent, who voted
operator: worker, machinist, company running, user, machine hand
dispatcher: controller, despatcher
guard: security man, watchman, bouncer
firefighter: fireman
soldier: trooper, squaddie
policeman: cop, copper, bobby
scout: cub, talent spotter, guide
priest: vicar, minister, clergyman, reverend, father
minister: vicar, priest, clergyman, pastor
parishioner: churchgoer, member of congregation
godparent: godfather, godmother
team: side, squad, club, group, crew
squad: team, side, group, lineup, player
side: team, squad
club: society, team, association, group
society: club, association, group
association: club, society, organisation
organisation: organization, company, body, firm, outfit
organization: organisation, company, body, firm, outfit
company: firm, business, outfit, corporation, organisation, organization, employer
firm: company, business, outfit
business: company, firm, shop, outfit
charity: good cause, nonprofit, non-profit, foundation
committee: board, panel, working group
board: committee, director, panel
department: section, division, team, unit, faculty
division: department, section, league, branch, tier
faculty: department, school, teaching staff
unit: flat, module, department, apartment, piece
group: class, band, team, set, party
party: group, do, bash, political group, celebration
crowd: audience, attendance
audience: crowd, spectator, viewer, house, public
league: division, competition, table
`;
