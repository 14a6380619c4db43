/** How tightly an expression holds together; what is looser than its place is put in parentheses. */
export const LEVEL = { or: 1, and: 2, not: 3, compare: 5, add: 8, multiply: 9, atom: 12 } as const;
