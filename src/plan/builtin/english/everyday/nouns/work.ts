/** Reviews, requests, projects, elections, courts and measurements. */
export const WORK = `
review: write-up, rating, opinion, appraisal, critique, write up, feedback, comment
feedback: comment, opinion, review
complaint: grievance, moan, gripe
request: ask, application, order, query, enquiry
enquiry: question, query, inquiry, lead
inquiry: question, query, enquiry, lead
lead: prospect, potential customer, possible client
prospect: lead, potential customer
opportunity: lead, potential sale, possible deal
project: job, undertaking, scheme, piece of work
task: job, chore, to-do, assignment, to do, action
chore: housework, task, household job, job, household task, duty
milestone: landmark, stage, target, goal
ticketing: ticket sales
bug: fault, defect, glitch, problem, issue
release: version, launch, record, drop, issue
version: edition, release, build
feature: function, characteristic, capability
website: site, web page, homepage
domain: web address, website name
backup: safe copy, copy, spare copy
outage: downtime, power cut, failure, blackout
alert: warning, alarm, notification
alarm: alert, warning, siren
election: vote, poll, ballot
vote: ballot, poll
poll: vote, survey, ballot
law: rule, legislation
case: matter, lawsuit, file
hearing: court date, trial, court appearance, tribunal
trial: hearing, try-out, free period, court case, test, study
verdict: ruling, decision, outcome
decision: ruling, choice, verdict
appeal: fundraiser, challenge
fundraiser: charity event, money raiser, charity do
raffle: draw, prize draw, tombola
measurement: reading, size, dimension, figure
observation: sighting, reading, note
sighting: spotting, observation
experiment: test, trial, study
weather: condition, forecast, climate, conditions
`;
