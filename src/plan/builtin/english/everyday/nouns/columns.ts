/** Sizes, numbers, names, dates, reasons, notices and checks, which any table may keep. */
export const COLUMNS = `
capacity: room, how many fit, number of places, size, seat, maximum number, room for, space
duration: length, how long, time taken, running time, run time
length: how long, duration, extent
width: how wide, breadth
breadth: width, how wide
height: how tall, how high, tallness, stature
depth: how deep
weight: how heavy, heaviness, how much weighs
distance: how far, length, mileage
altitude: height, elevation, how high
elevation: height, altitude
speed: pace, how fast, velocity
pace: speed, tempo
volume: amount, loudness, book
size: how big, dimension, measurement
dimension: size, measurement
scale: size, ratio
status: state, stage, situation, where it stands, progress
kind: type, sort, category, variety
type: kind, sort, category, variety
sort: kind, type
category: kind, type, sort, class, group, section
subcategory: subtype, smaller group
variety: kind, type, sort, cultivar
style: kind, look, fashion, type
rating: star, score, mark, grade, review, certificate
star: lead actor, celebrity, sun
score: mark, point, result, grade, rating, sheet music
point: score, mark
rank: position, place, placing, standing
ranking: position, place, placing, standing
result: outcome, score, finish, finding
outcome: result, how it ended, upshot
quantity: amount, number, how many, count, qty
count: number, how many, tally
number: how many, count, figure
qty: quantity, amount, how many
percentage: percent, share, proportion
ratio: proportion
average: mean, typical
minimum: least, lowest, smallest
maximum: most, highest, largest, limit
limit: maximum, cap, ceiling
quota: allowance, limit, target
target: goal, aim, objective
objective: goal, aim, target
threshold: limit, cutoff, trigger level
email: e-mail, mail address, mail, message, e-mail address
phone: telephone, number, telephone number, contact number, mobile, cell, handset
telephone: phone, phone number, contact number, landline, blower
mobile: cell, cellphone, phone number, handset, phone
cell: mobile, cellphone
fax: facsimile
url: web address, link, website
link: web address, connection, url
title: name, heading, called, job name
heading: title, headline
headline: title, heading
caption: picture text, title
note: comment, remark, memo, jotting
remark: comment, note
description: detail, blurb, about, explanation, details, what its about
detail: particular, info, specifics
summary: outline, overview, gist
abstract: summary
content: body, text
text: wording, body
colour: color, shade, hue, tint, paint
color: colour, shade, hue, tint, paint
flavour: taste, flavor
flavor: taste, flavour
pattern: design, template
design: pattern, look, style
shape: form
texture: feel
quality: standard, grade, how good, condition
reason: cause, why, grounds, explanation
cause: reason, why, appeal
purpose: reason, aim, use, what for
deadline: due date, cutoff, closing date, time limit, cut off, last date
due: deadline, payable, owing
date: day, when
day: date, weekday
weekday: day, day of week
time: when, hour, o'clock
hour: time, opening time
start: beginning, opening
end: finish, close
finish: end, ending, completion
expiry: end date, expiration, use by date, run out date, runs out, use by
expiration: expiry, end date, use by date, expiry date, use by
renewal: extension, continuation, renewing
extension: extra time, renewal, add-on
frequency: how often, regularity
period: time, spell, stretch, era, age, term
interval: gap, break, intermission
delay: lateness, hold-up, wait, hold up
wait: delay, waiting time
anniversary: yearly date
history: past, background
priority: urgency, importance, how urgent
urgency: priority, how urgent
severity: seriousness, how bad
importance: priority, significance
difficulty: hardness, level, how hard, toughness, grade
risk: danger, hazard
hazard: danger, risk
step: stage, instruction
instruction: direction, guidance, how to
direction: way, heading
rule: regulation
requirement: need, must-have, condition
preference: liking, favourite, choice
choice: option, pick, selection
option: choice, alternative, extra
selection: choice, pick
setting: option, preference
favourite: favorite, best liked
favorite: favourite, best liked
code: number, reference
reference: code, number, testimonial, character witness
identifier: id, number, code
availability: free time, being free, in stock
progress: how far along, headway
completion: finish, end
mood: feeling, spirits
opinion: view, thought
advice: tip, guidance
idea: suggestion, thought
suggestion: idea, proposal
plan: scheme, programme, subscription
strategy: plan, approach
method: way, means, how
means: method, way
mode: way, method
medium: material, format, type
format: kind, layout, type
layout: arrangement, plan
usage: use, consumption
consumption: usage, use, how much used
output: production, yield
productivity: output
efficiency: performance
headcount: number of staff, number of people
population: number of people, inhabitant
turnout: attendance, crowd, how many voted
experience: background, years worked, know-how
seniority: rank, length of service
tenure: length of service, time in post
reputation: standing, name
relationship: relation, connection, how related
relation: relative
marriage: wedding, union
divorce: split, break-up
emergency: urgent case, crisis
hometown: where from, place of birth
residence: home, where they live
birthplace: where born, place of birth
citizenship: nationality
hair: hairstyle
bracket: band, range
tier: level, band, grade
badge: patch, pin, award, emblem, pass
achievement: accomplishment, award, trophy, badge
reward: prize, bonus, perk
loyalty: reward scheme
discrepancy: difference, mismatch
difference: gap, discrepancy
change: alteration, amendment
amendment: change, alteration
adjustment: change, correction
correction: fix, amendment
error: mistake, fault, problem
mistake: error, slip
warning: alert, caution, telling off
notification: alert, notice, message, ping
notice: announcement, warning
announcement: notice, news
news: update, announcement
newsletter: bulletin, mailing, mailshot, circular
reminder: nudge, prompt
call: ring
chat: conversation, talk, message
conversation: chat, talk
thread: conversation, discussion
forum: message board
blacklist: banned list
ban: exclusion, suspension
suspension: ban, exclusion
dismissal: firing, sacking, sack
resignation: quitting, handing in notice, notice
redundancy: layoff, job cut
retirement: giving up work
recruitment: hiring, taking on, taking on staff
hiring: recruitment, taking on
appraisal: performance review, assessment, valuation
assessment: test, evaluation, appraisal
evaluation: assessment, appraisal, review
audit: inspection, check, review
check: inspection, test
approval: sign-off, go-ahead, ok
authorisation: permission, approval
authorization: permission, approval
verification: check, confirmation
confirmation: ok, proof
login: sign-in, username, log on, sign in, account
`;
