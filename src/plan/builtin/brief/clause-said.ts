/** What a sentence says of things to each other; the words of things are as the brief has them. */
export type Clause =
  /** "comments belong to a post": each of many is of one. `more` is what else to know of each. */
  | { readonly kind: 'of'; readonly many: string; readonly ones: readonly string[]; readonly more?: string; readonly once?: boolean }
  /** "bookings linking members and classes", "students enroll in courses": rows between the sides. No name: one is made of the sides. */
  | { readonly kind: 'between'; readonly name?: string; readonly sides: readonly string[]; readonly more?: string; readonly once: boolean };
