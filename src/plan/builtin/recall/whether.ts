/** A question that is answered with yes or no, of what is so. */
export const WHETHER = /^(?:is|are|can|could|may|should|does|do)\b/i;
