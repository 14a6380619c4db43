import { describe, expect, it } from 'vitest';
import { designSchema } from '../../src/plan/builtin/brief/brief.ts';

describe('what a brief is about has to be in the schema', () => {
  it.each([
    ['what is counted', 'we have 14 looms in our barn and want to log repairs'],
    ['a number without whose or when', 'gala results'],
    ['a number without whose or when', 'fencing scores'],
    ['a place in the name of what happens there', 'stage hall donations by patrons'],
    ['who was there, as a column', 'theatre club: actors with role, rehearsals with attendance'],
  ])('declines where %s is lost: %s', (_what, brief) => {
    expect(designSchema(brief)).toMatchObject({ kind: 'declined' });
  });

  it.each(['looms with maker and width', 'rehearsals with date and place', 'donations with date, amount and donor'])(
    'takes what is all there: %s',
    (brief) => {
      expect(designSchema(brief)).toMatchObject({ kind: 'schema' });
    },
  );
});

describe('spelling of briefs', () => {
  it('puts slips right and says so', () => {
    const made = designSchema('stage lights with temprature, adress and waranty');
    expect(made).toMatchObject({
      kind: 'schema',
      assumptions: expect.arrayContaining([
        "'temprature' read as 'temperature'",
        "'adress' read as 'address'",
        "'waranty' read as 'warranty'",
      ]),
    });
  });

  it('leaves names, joined words and words of grammar as they are', () => {
    for (const brief of [
      'callouts with date and place against each member',
      'playlists with title and podcast',
      'plays whose author is unknown',
    ])
      expect(JSON.stringify(designSchema(brief))).not.toContain('read as');
  });
});
