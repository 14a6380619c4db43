/** Music, stage, publishing, sports, transport, farms, kitchens, building, making and computers. */
export const TRADES = `
single: song, track, seven inch
setlist: running order, songs played, song list, set
tempo: speed, beat, pace, bpm
bpm: tempo, speed, beat
lyric: song words, verse
songwriter: writer, composer, lyricist
lyricist: wordsmith, writer, songwriter
vocalist: singer, frontman, lead singer
stream: play, listen, broadcast
listener: audience member, fan, subscriber
arrangement: version, setting, orchestration
media: format, material, file
cast: line up, actor, performer, player
screening: showing, viewing, show, film night
showing: screening, performance, viewing
showtime: start time, screening, when its on
screenplay: script, writing
runtime: length, duration, how long, running time
premiere: opening night, first night, first showing, debut
audition: tryout, casting call, try out
playwright: dramatist, writer, author
matinee: afternoon show, afternoon performance
nomination: shortlisting, nod, proposal
viewer: watcher, audience member, user
artifact: object, relic, find, piece, antiquity
curator: keeper, person in charge
acquisition: purchase, buy, addition
provenance: origin, history, where from, previous ownership
accession: acquisition, addition, intake
conservation: preservation, restoration, care
restoration: repair, renovation, refurb, clean up
era: period, age, time
photograph: picture, snap, shot, image
manuscript: draft, text, typescript, book draft
column: feature, piece, field
translation: foreign version, language version
illustration: drawing, picture, artwork
blurb: description, summary, cover text
binding: cover, hardback or paperback
isbn: book number, book code
printing: print run, impression
readership: audience, circulation
quest: mission, task, adventure
guild: clan, trade body, association
leaderboard: ranking, table, high scores
avatar: profile picture, icon, portrait
assist: setup, goal pass
foul: infringement, offence, bad tackle
card: booking, caution
substitution: change, swap, replacement
racer: runner, driver, rider
lap: circuit, loop, round
jersey: shirt, top, strip, kit
chairperson: chair, head
bout: fight, match
boxer: fighter, pugilist
fight: bout, match
angler: fisherman, rod
seating: seat plan, chair
invitee: guest, who we asked
rsvp: reply, answer, response
promoter: organizer, booker
webinar: online talk, online session
exhibitor: stallholder, vendor
bride: wife to be
caterer: food people, food supplier
catering: food, grub, refreshments
reception: front desk, do, welcome
tram: streetcar, trolley
helicopter: chopper, whirlybird
gearbox: transmission
transmission: gearbox, broadcast
brake: stopper, stopping gear
labour: work, man hours, working time
labor: work, man hours, working time
collision: crash, accident, bump
recall: callback, safety notice
runway: landing strip, airstrip
customs: import duty, border check
manifest: cargo list, passenger list
waybill: consignment note, delivery note
calf: young cow, baby cow
lamb: young sheep
litter: brood, pup
acre: land
fertilizer: plant food, muck, manure
milking: milk yield, milk session
beekeeper: apiarist, bee person
egg: laying
orchard: fruit trees, grove
vineyard: winery, grape farm
planting: sowing, putting in
seedling: young plant, baby plant
cultivar: variety, sort, kind
tree: sapling, timber
weed: unwanted plant
compost: plant food, muck
allergen: allergy, food allergy
nutrition: food value, goodness
calorie: energy, kcal
tab: bill, check
bakery: baker, bread shop
pantry: larder, food cupboard, store cupboard
supper: dinner, tea, evening meal
breakfast: brekkie, morning meal
lunch: midday meal
dinner: tea, supper, evening meal
brewery: beer maker, brewer
brew: batch, beer
brewer: beer maker
keg: barrel, cask
cask: barrel, keg
fermentation: brewing stage
abv: strength, alcohol content, alcohol, proof
bitterness: ibu
gravity: density, og
winery: wine maker
tasting: sampling, wine evening
roaster: coffee maker
spirit: liquor, hard drink
joiner: carpenter, chippy
roofer: roofing firm
bricklayer: brickie, mason
trade: craft, line of work, profession
furnace: boiler, heater, kiln
timber: wood, lumber
lumber: wood, timber
concrete: cement
paint: colour, emulsion
snag: defect, fault, niggle
worksite: site, building site, job site
labourer: worker, hand, navvy
crane: lifting gear, hoist
scaffold: scaffolding, staging
blueprint: plan, drawing, design
assembly: build, putting together
downtime: outage, time out, time lost
toolbox: tool chest
drill: power tool
scrap: waste, rubbish, offcut
tolerance: allowance, margin
throughput: output, rate
sensor: detector, probe, gauge
gauge: meter, dial, measure
energy: power, electricity, juice
wattage: power
power: energy, electricity
battery: cell, power pack
panel: board, solar module
turbine: windmill, wind generator
generator: genny, power supply
inverter: converter
emission: pollution, fumes, carbon
software: program, package, app
app: program, application, software
build: version, compile
patch: fix, update, plot
deployment: rollout, release, go live
repository: codebase, code store
commit: change, code change, check in
merge: pull request
sprint: iteration, cycle
epic: big feature
subtask: small job, step
todo: task, job, chore
backlog: waiting work, outstanding work, queue
grievance: complaint, gripe
escalation: step up, referral upward
resolution: fix, outcome, answer, solution
solution: fix, answer
helpdesk: support desk, it support
desktop: pc, computer
tablet: ipad, pill
printer: print machine, copier
monitor: screen, display
display: screen, monitor
network: lan, wifi, system
router: wifi box, hub
firewall: network protection
hostname: machine name, computer name
bandwidth: speed, data rate
uptime: time up, running time
crash: failure, accident
token: key, access code
key: code, access code
database: data store
personnel: staff, workforce, people
resume: cv
hours: time, time worked
`;
