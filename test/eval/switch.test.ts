import { expect, test } from 'vitest';
import { namedSwitchesOf, switchesOf } from '../../eval/rules/switch.ts';

test('a rule is taken away where it stands, for as long as some work takes, and tells whether it found something', async () => {
  const even = (given: number) => (given % 2 === 0 ? ['even'] : []);
  const rules = [even, (given: number) => (given > 9 ? ['large'] : [])];
  const [first, second] = switchesOf(rules as never, 'rule', []);
  const found = (given: number) => rules.flatMap((rule) => rule(given));
  expect(found(12)).toEqual(['even', 'large']);
  expect([first?.name, first?.fired(), first?.fired()]).toEqual(['rule even', true, false]);
  expect(await first?.without(async () => found(12))).toEqual(['large']);
  expect(second?.fired()).toBe(true);
  expect(found(12)).toEqual(['even', 'large']);
});

test('so is a rule with a name of its own', async () => {
  const forms = [{ name: 'list', read: () => ['all'] }];
  const [form] = namedSwitchesOf(forms as never, 'form');
  expect(form?.name).toBe('form list');
  expect(await form?.without(async () => forms[0]?.read())).toEqual([]);
  expect(forms[0]?.read()).toEqual(['all']);
});
