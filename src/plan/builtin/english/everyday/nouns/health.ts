/** Illness and treatment. */
export const HEALTH = `
illness: disease, ailment, sickness, complaint, condition
disease: illness, ailment, condition
ailment: illness, complaint, condition
condition: state, illness, shape, ailment
diagnosis: illness, condition, what's wrong, finding
symptom: sign, complaint
injury: wound, hurt, knock, strain
wound: injury, cut
allergy: intolerance, bad reaction, cant eat
treatment: therapy, procedure, care, cure
therapy: treatment
procedure: operation, treatment, process
operation: surgery, procedure
prescription: script, medicine, medication
medication: medicine, drug, tablet, pill, meds
medicine: drug, medication, tablet, pill, meds
drug: medicine, medication
dose: amount, dosage
dosage: dose, amount to take
vaccination: jab, shot, inoculation, vaccine, injection, immunisation
vaccine: jab, shot, inoculation
immunisation: jab, shot, vaccination
immunization: jab, shot, vaccination
injection: jab, shot
test: exam, check, assessment, trial
scan: x-ray, imaging
xray: scan
checkup: check, examination, health check, physical
examination: exam, test, checkup
referral: recommendation, sending on, word of mouth
admission: entry, intake, hospital stay, entrance
discharge: release, leaving hospital
temperature: heat, fever, how hot, degrees
pulse: heartbeat, heart rate
filling: tooth repair, cavity
crown: tooth cap
lens: glass
glasses: spectacles, specs
diet: eating plan, food plan
exercise: workout, activity, drill, movement
workout: exercise, training session, gym session, exercise session, session
disability: impairment, handicap
need: requirement
`;
