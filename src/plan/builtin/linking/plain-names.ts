import type { Schema, Table } from '../../schema.ts';

/** A table that a text names with its schema, `sales.orders`, in the words by which it is known here. */
export function withPlainNames(text: string, { tables }: Schema): string {
  const qualified = tables.filter(({ place }) => place !== undefined);
  return qualified.length === 0 || !text.includes('.') ? text : qualified.reduce(named, text);
}

function named(text: string, { name, place }: Table): string {
  if (place === undefined) return text;
  const pattern = `(?<![\\p{L}\\p{N}_."])("?)${escaped(place.schema)}\\1\\.("?)${escaped(place.name)}\\2(?![\\p{L}\\p{N}_"])`;
  const words = (name === place.name ? name : `${place.schema} ${place.name}`).replace(/[^\p{L}\p{N}]+/gu, ' ');
  return text.replace(new RegExp(pattern, 'giu'), words);
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
