import { describe, expect, it } from 'vitest';
import { dictionary } from '../../src/plan/builtin/english/dictionary.ts';
import { broaderOf, isEnglish, relatedCost, relatedTo } from '../../src/plan/builtin/english/related-words.ts';

describe('the dictionary', () => {
  it('finds first, last and middle words of its index, and none that is not there', () => {
    for (const word of ['aardvark', 'zygote', 'manufacturer', 'movie theater'])
      expect(dictionary()?.entry(word, 'noun')?.senses).not.toHaveLength(0);
    for (const word of ['', ' ', 'aaaaaa', 'zzzzzz', 'benifit']) expect(dictionary()?.entry(word, 'noun') ?? null).toBeNull();
  });

  it('gives the words of a sense and what is broader', () => {
    const [first] = dictionary()?.entry('altitude', 'noun')?.senses ?? [];
    const sense = first === undefined ? null : dictionary()?.sense(first);
    expect(sense?.words).toContain('height');
    expect(sense?.links.map(({ kind }) => kind)).toContain('broader');
  });
});

describe('relatives of a word', () => {
  it('are its synonyms and what comes of it, in any form that a name has', () => {
    for (const [said, name] of [
      ['altitude', 'elevation'],
      ['approval', 'approved'],
      ['prescriptions', 'prescribes'],
      ['availability', 'available'],
      ['italian', 'italy'],
    ] as const)
      expect(relatedCost(relatedTo(said), name), `${said} ${name}`).not.toBeNull();
  });

  it('are not what only comes of the same verb', () => {
    expect(relatedCost(relatedTo('singer'), 'song')).toBeNull();
    expect(relatedCost(relatedTo('pilot'), 'employee')).toBeNull();
  });

  it('may be broader', () => {
    expect(broaderOf('singer').has('person')).toBe(true);
    expect(broaderOf('person').has('singer')).toBe(false);
  });

  it('tells English from what is none', () => {
    expect(['customers', 'authorised', 'listed', 'biggest'].map(isEnglish)).not.toContain(false);
    expect(['benifit', 'custmers', 'qzx'].map(isEnglish)).not.toContain(true);
  });
});
