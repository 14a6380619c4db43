import { describe, expect, it } from 'vitest';
import { designSchema } from '../../src/plan/builtin/brief/brief.ts';
import { briefLines } from '../support/brief-lines.ts';

describe('what a brief says that something is for, and what it is of', () => {
  it.each([
    ['mileage log for our two lorries: date, start km, end km', /^mileage_logs\(date:date, start_km.*lorry_id>lorries$/],
    ['milk log for our goats: litres, fat', /^milk_logs\(date:date, litres.*goat_id>goats$/],
    ['chore tracker for my kids', /^chores\(.*kid_id>kids$/],
    ['homework planner for my children: subject, due date, done', /^homework\(subject.*child_id>children$/],
    ['ticket tracker for products. tickets have a title and an assignee', /^tickets\(title.*assignee_id>users product_id>products$/],
    ['repair log for 12 bicycles', /^repairs\(.*bicycle_id>bicycles$/],
  ])('"%s" has rows that are of what it is for', (brief, line) => {
    expect(briefLines(brief)).toContainEqual(expect.stringMatching(line));
  });

  it('says nothing of one place that something is for', () => {
    expect(briefLines('bug tracker for my startup')).toEqual(briefLines('bug tracker'));
  });

  it.each([
    'budget tracker for students',
    'maintenance log for elevators. inspections have a date',
    'lightning journal',
    'quilts',
    'quill journal',
    'piano tuner appointments',
    'nurse visits',
    'golf: rounds with course, date and strokes per hole',
    'concert hall: concerts, ticket categories, ticket bookings, visitors',
    'plant diary: which flower, height, date',
  ])('declines "%s"', (brief) => {
    expect(designSchema(brief).kind).toBe('declined');
  });

  it.each([
    ['my houseplants', /^houseplants\(name:text, species:text, location:text\)$/],
    ['vinyl records', /^vinyl_records\(title/],
    ['plumber appointments', /^appointments\(.*plumber_id>plumbers customer_id>customers$/],
    ['physiotherapist appointments', /^appointments\(.*physiotherapist_id>physiotherapists patient_id>patients$/],
    ['massage parlour visits', /^visits\(.*customer_id>customers therapist_id>therapists service_id>services$/],
    ['nail bar bookings', /^bookings\(.*customer_id>customers employee_id>employees service_id>services$/],
    ['photo studio appointments', /^appointments\(.*customer_id>customers employee_id>employees service_id>services$/],
    ['client appointments', /^appointments\(.*\) -> client_id>clients$/],
    ['archery club: archers, competitions, score per round', /^round_scores\(round.*score.*archer_id>archers competition_id>competitions$/],
    ['food truck: dishes, orders', /^order_items\(quantity.*order_id>orders dish_id>dishes$/],
    ['festivals with pass types and pass sales', /^pass_sales\(.*\) -> pass_type_id>pass_types$/],
    ['festivals with pass types and pass sales', /^pass_types\(name:text, price:decimal/],
    ['exams with questions and answer options', /^answer_options\(text:text.*\) -> question_id>questions$/],
    ['zoo: objects in the collection, keepers', /^objects\(/],
  ])('of "%s" makes what the words mean', (brief, line) => {
    expect(briefLines(brief)).toContainEqual(expect.stringMatching(line));
  });

  it('lists nothing under a second name', () => {
    const tables = [briefLines('gallery: objects in the collection, exhibitions, which object was shown in which exhibition')].flat();
    expect(tables.map((line) => line.slice(0, line.indexOf('(')))).toEqual(['objects', 'exhibitions', 'object_exhibitions']);
  });
});
