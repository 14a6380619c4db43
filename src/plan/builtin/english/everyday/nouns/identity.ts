/** What is known of a person. */
export const IDENTITY = `
nationality: citizenship, country, where from
gender: sex
sex: gender
age: years old, how old
birthday: date of birth, born day, when born, bday
birthdate: date of birth, birthday, born date
birth: born date
death: passing, fatality, dying
surname: last name, family name, second name
lastname: surname, family name
firstname: forename, first name, given name, christian name
forename: first name, given name, christian name
nickname: pet name, alias, known as
name: called, title
username: login, user name, handle, screen name, login name
password: passcode, passphrase, login code, secret word
occupation: job, profession, line of work, trade, what they do
profession: job, occupation, career, line of work
job: position, post, work, task, occupation, role, gig
role: position, job, part, duty, function, character
position: job, post, role, place, spot, rank
vacancy: opening, job opening, unfilled post, job ad, open position
skill: ability, talent, expertise, know-how
ability: skill, talent
hobby: pastime, interest, leisure activity
interest: hobby, pastime
religion: faith, belief
language: tongue, mother tongue
ethnicity: race, ethnic background
salutation: mr or mrs, form of address
biography: life story, background, profile
profile: biography, about me, account, bio
`;
