/** Health, care and animals: the names each goes by, and its tables in the words of a brief. */
export const CARE: readonly (readonly [string, string])[] = [
  [
    'clinic | doctor | doctors office | doctor office | doctor appointment | doctors practice | medical practice | gp practice | gp surgery | medical clinic | health center | health centre',
    'patients, doctors, appointments (starts at, reason, status, patient, doctor), prescriptions (date, medication, dosage, patient, doctor)',
  ],
  [
    'hospital',
    'patients, doctors, wards (name, floor), admissions (admitted on, discharged on, diagnosis, patient, ward), appointments (starts at, reason, status, patient, doctor)',
  ],
  [
    'dental practice | dentist | dentists | dental clinic | dentist office | orthodontist | dental office',
    'patients, dentists, appointments (starts at, reason, status, patient, dentist), treatments (date, procedure, tooth, price, patient, dentist)',
  ],
  [
    'vet clinic | veterinary clinic | vet | vets | veterinary practice | vet practice | animal hospital | animal clinic',
    'owners, pets (name, species, breed, birth date, owner), vets, appointments (starts at, reason, status, pet, vet), vaccinations (date, vaccine, next due on, pet)',
  ],
  [
    'physiotherapy | physiotherapist | physio | physiotherapy practice | physical therapy | osteopath | chiropractor | chiropractic clinic | podiatrist | speech therapist | speech therapy | occupational therapist | acupuncture | acupuncturist | homeopath | naturopath | alternative practitioner',
    'patients, therapists, appointments (starts at, status, patient, therapist), treatments (date, treatment, notes, price, patient, therapist)',
  ],
  [
    'psychotherapy practice | psychotherapist | psychologist | therapy practice | therapist | counseling | counselling | counsellor | counselor | mental health clinic | life coach | life coaching | coaching | coaching business',
    'clients, sessions (starts at, minutes, topic, notes, client), goals (description, target date, status, client), invoices (number, date, amount, paid, client)',
  ],
  [
    'nutritionist | dietitian | dietician | nutrition coach',
    'clients (name, birth date, height, goal), consultations (date, weight, notes, client), meal plans (name, start date, daily calories integer, client)',
  ],
  [
    'personal trainer | personal training | fitness coach | fitness trainer',
    'clients (name, email, phone, goal), sessions (starts at, minutes, notes, price, client), measurements (date, weight, body fat decimal, client)',
  ],
  [
    'midwife | midwifery | midwife practice | birth center | doula',
    'mothers (name, birth date, phone, due date), visits (date, week integer, blood pressure, notes, mother), births (born at, weight, sex, mother)',
  ],
  [
    'maternity ward',
    'mothers (name, birth date, phone, due date, bed), births (born at, weight, length, sex, mother), beds (number, room)',
  ],
  [
    'medical lab | medical laboratory | laboratory | lab | diagnostic lab | blood lab',
    'patients, samples (taken at, type, patient), tests (name, unit, normal range), results (value, measured at, sample, test)',
  ],
  [
    'lab samples | lab sample | sample tracking | research lab',
    'projects (name, description), samples (code, type, collected on, storage location, project), experiments (title, date, result, sample)',
  ],
  ['radiology | x ray clinic | imaging center', 'patients, scans (date, type, body part, finding, patient, doctor), doctors'],
  [
    'nursing home | care home | retirement home | old people home | assisted living',
    'residents (name, birth date, admitted on, room), rooms (number, floor), carers (name, phone), care notes (written at, text, resident, carer), medications (name, dosage, times, resident)',
  ],
  [
    'home care | home care agency | care agency | care service | home nursing | carers',
    'clients (name, address, phone, needs), carers, visits (starts at, ends at, notes, client, carer)',
  ],
  ['hospice', 'patients, relatives (name, phone, relation, patient), volunteers, visits (date, notes, patient, volunteer)'],
  [
    'ambulance service | ambulance | rescue service',
    'vehicles (name, license plate), crew members (name, role, phone, vehicle), calls (received at, address, reason, outcome, vehicle)',
  ],
  [
    'vaccination clinic | vaccination center | vaccination centre',
    'patients, vaccines (name, manufacturer), vaccinations (date, dose number, batch number, patient, vaccine)',
  ],
  [
    'clinical trial | clinical study | medical study',
    'participants (code, birth year, sex, enrolled on), visits (date, number, participant), measurements (name, value, visit)',
  ],
  [
    'sleep clinic | fertility clinic | eye clinic | skin clinic | dermatologist | cardiologist | pediatrician | allergy clinic | cosmetic surgery',
    'patients, doctors, appointments (starts at, reason, status, patient, doctor), findings (date, diagnosis, treatment, patient, doctor)',
  ],
  [
    'medical equipment | medical device loans | hearing aids loan | wheelchair loans',
    'devices (name, serial number, condition), patients, loans (loan date, due date, return date, device, patient)',
  ],
  [
    'pet adoption shelter | pet adoption | animal shelter | pet shelter | animal rescue | animal sanctuary | rescue center | pet rescue',
    'animals (name, species, breed, sex, arrived on, status), adopters (name, email, phone, address), adoptions (date, fee, animal, adopter)',
  ],
  [
    'dog shelter | dog rescue | dog adoption',
    'dogs (name, breed, sex, birth date, arrived on, status), adopters (name, email, phone, address), adoptions (date, fee, dog, adopter)',
  ],
  [
    'cat shelter | cat rescue | cat adoption | cat cafe',
    'cats (name, breed, sex, birth date, arrived on, status), adopters (name, email, phone, address), adoptions (date, fee, cat, adopter)',
  ],
  [
    'wildlife rescue | wildlife hospital | bird rescue | hedgehog rescue | wildlife rehabilitation',
    'animals (species, found on, found at place, condition, status), treatments (date, treatment, medication, animal), releases (date, location, animal)',
  ],
  [
    'zoo | animal park | safari park | petting zoo',
    'enclosures (name, location, size), animals (name, species, sex, birth date, enclosure), keepers, feedings (fed at, food, amount, animal, keeper)',
  ],
  [
    'aquarium | public aquarium',
    'tanks (name, volume, location), species (name, scientific name), fish (name, species, arrived on, tank), water tests (date, temperature, ph decimal, tank)',
  ],
  [
    'horse stable | stable | stables | livery yard | livery stable | horse boarding | boarding stable',
    'owners, horses (name, breed, birth date, owner, stall), stalls (number, monthly rent), farrier visits (date, notes, cost, horse)',
  ],
  [
    'stud farm | horse breeding | horse breeder',
    'horses (name, breed, sex, birth date, sire, dam), coverings (date, mare horse, stallion horse), foals (born on, sex, covering)',
  ],
];
