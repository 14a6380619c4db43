/** Courses, exams and grades. */
export const SCHOOLS = `
course: class, programme, module, subject, dish, track
class: lesson, course, group, session
lesson: class, session, period, tuition
subject: topic, course, discipline, participant, class
module: unit, course
programme: program, course, show, scheme, schedule, broadcast
program: programme, course, show, scheme, app, software
curriculum: syllabus, course content
syllabus: curriculum, course content
topic: subject, theme
theme: topic, subject
lecture: talk, class
talk: lecture, speech, presentation
seminar: workshop, class, talk, session
term: semester, school session
semester: term
exam: test, paper, examination
quiz: test, trivia
assignment: homework, coursework, task, posting
homework: assignment, school work, prep
coursework: assignment, homework
essay: paper, written work
thesis: dissertation
dissertation: thesis, final paper
grade: mark, result, score, level, year, band
mark: grade, score, result
gpa: grade average
degree: diploma, qualification
diploma: certificate, degree, qualification
major: main subject, specialism
year: grade
detention: school punishment, staying behind
credits: course points
training: course, instruction, practice, coaching, session
`;
