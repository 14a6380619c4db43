/** Papers, letters and records. */
export const DOCUMENTS = `
document: paper, file, form, paperwork
file: document, attachment
attachment: enclosure, attached file, file, enclosed document
form: paperwork, questionnaire, sheet
contract: agreement, deal
agreement: contract, deal, arrangement
clause: contract term, paragraph, term, section
licence: license, permit, certificate, permission
license: licence, permit, certificate, permission
permit: licence, permission, license, pass
permission: consent, access right, authorisation, permit, right
consent: permission, agreement
certificate: diploma, award, proof, paper, qualification
certification: qualification, certificate, accreditation, approval
qualification: certificate, credential, diploma, degree
passport: travel document
visa: entry permit, travel permit
will: testament, last wishes, last testament
deed: property paper, ownership paper, title paper
letter: post, correspondence, mail
correspondence: letter, mail, message
message: text, note, msg, email, dm
mail: post, letter
memo: note, internal message
report: write-up, account, summary
statement: account summary, declaration
application: request, program, app, submission, form
submission: entry, handed-in work, application
petition: appeal, signature campaign
proposal: suggestion, plan, bid
survey: questionnaire, poll, inspection
questionnaire: survey, form
question: query, quiz item
answer: reply, response, solution
response: answer, reply
reply: answer, response
minutes: meeting notes, meeting record, notes, record of meeting
agenda: meeting plan, order of business, running order, plan
record: entry, album, disc, log
log: record, journal, diary, history
entry: record, item, submission, log, admission, entrant, row
journal: diary, log, periodical, magazine
diary: calendar, journal, appointment book
calendar: diary, schedule
archive: old records, storage
folder: directory, binder
page: sheet, leaf
signature: autograph, sign-off, sign off
`;
