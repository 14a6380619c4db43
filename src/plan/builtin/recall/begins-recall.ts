/** Whether a text names what an agent memory holds, as one does who asks it: "messages about tea" makes no database of messages. */
export const beginsRecall = (text: string): boolean => BEGINS.test(text.trim());

const BEGINS =
  /^(?:please )?(?:all )?(?:the |my |our |any )?(?:latest |last |newest |oldest |first )?(?:facts?|messages?|episodes?|everything|anything)\b/i;
