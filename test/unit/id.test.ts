import { expect, test } from 'vitest';
import { newId } from '../../src/lib/id.ts';

test('ids are UUIDs of version 7 of now, each its own', () => {
  const before = Date.now();
  const ids = Array.from({ length: 20_000 }, () => newId());
  const after = Date.now();
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(new Set(ids.map((id) => id.slice(14))).size).toBe(ids.length);
  const times = ids.map((id) => Number.parseInt(id.slice(0, 13).replace('-', ''), 16));
  expect(times.every((time) => time >= before && time <= after)).toBe(true);
});
