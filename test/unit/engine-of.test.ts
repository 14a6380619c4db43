import { describe, expect, it } from 'vitest';
import type { CreateSchema } from '../../src/contract/create-schema.ts';
import { designSchema } from '../../src/plan/builtin/brief/brief.ts';
import { engineOf } from '../../src/plan/builtin/brief/engine-of.ts';

const EMPTY: CreateSchema = { title: 'x', tables: [{ name: 'things', columns: [] }] };

/** As a create does it: with the schema that the brief gives, when the built-in reader has one. */
function choose(brief: string) {
  const design = designSchema(brief);
  return engineOf(brief, design.kind === 'schema' ? design.schema : EMPTY);
}

describe('what is only added and then counted', () => {
  it.each([
    'page views with url, user id, referrer and viewed at',
    'store clickstream of our web shop: session, url, clicked at',
    'track analytics events with name, user id, properties and occurred at',
    'nginx access logs with path, status code, bytes and timestamp',
    'application logs: level, message, service, logged at',
    'an audit log with actor, action and timestamp',
    'log lines from the servers with host, level, message and time',
    'sensor readings with sensor, temperature and timestamp',
    'time series of room temperatures: room, value, measured at',
    'IoT device telemetry with device id, battery and recorded at',
    'cpu metrics with host, value and timestamp',
    'meter readings for 2 million households every hour with meter, kwh and read at',
    'stock ticks with symbol, price, volume and traded at',
    'crypto market data: symbol, open, high, low, close, timestamp',
    'ad impressions with campaign, country, cost and shown at',
    'GPS pings of delivery vans with vehicle, lat, lng and pinged at',
    'http requests with path, latency and requested at',
    'an append-only table of payments events with amount and occurred at',
    'a data warehouse for sales with amount, region and sold at',
    'billions of rows of ad clicks with campaign and clicked at',
    'events from our app with kind, payload and timestamp',
    'metrics with name, value and timestamp',
    'energy consumption per minute with meter id, watts and measured at',
    'camera detections with camera, label, confidence and detected at',
    'website visitor tracking: url, visitor, referrer, visited at',
    'traffic logs of a load balancer: ip, bytes, sent at',
    'measurements with station, value and timestamp',
    'events table for web analytics: timestamp, user id, url, referrer',
    'nginx access log: timestamp, ip, method, path, status code, bytes',
    'IoT sensors with location, and readings with sensor, value and timestamp',
  ])('%s → clickhouse', (brief) => {
    const { engine, reason } = choose(brief);
    expect(engine).toBe('clickhouse');
    expect(reason).toMatch(/^"[^"]+" speaks of /);
  });
});

describe('what is looked up, linked and changed', () => {
  it.each([
    'track coffee beans with roaster, price and rating',
    'customers have many orders',
    'events with name, venue, date and attendees',
    'a calendar of events with title, start date and guests',
    'my workout log with date, exercise and reps',
    'keep a log of our meetings with date and topic',
    'my reading log: title, author, finished on',
    'a CRM with contacts (name, email) and deals (title, amount, stage)',
    'bookings with guest, room, check in date and created at',
    'inventory of devices with serial number, owner and price',
    'an online shop with customers, products and orders',
    'employees with name, unique email and salary',
    'support tickets with subject, status and created at',
    'students and their grades',
    'a library where members borrow books',
    'my personal metrics: weight and date',
    'blood samples with patient, lab and status',
    'sensors with name, unique serial and location',
    'movies with title, year and rating',
    'invoices with number, total and due date',
    'a monitoring plan with tasks, owner and deadline',
    'chat messages with sender, text and sent at',
    'patient visits with doctor, reason and visited at',
    'job applications with company, role, status and applied on',
    'transactions with account, amount and date',
    'track my expenses with amount and date',
    'library with books, members and loans',
    'todo list',
    '',
  ])('%s → postgres', (brief) =>
    expect(choose(brief)).toEqual({ engine: 'postgres', reason: 'these are rows to look up, link and change' }),
  );
});
