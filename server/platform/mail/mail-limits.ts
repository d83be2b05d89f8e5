export interface MailRule {
  max: number;
  seconds: number;
}

/** How many mails may go out. What is over waits; nothing is dropped. */
export interface MailLimits {
  /** To one address: nobody can have somebody else's mailbox filled from our forms. */
  recipient: MailRule[];
  /** In all: a flood must not cost the sender's good name. */
  total: MailRule[];
}

export const mailLimits: MailLimits = {
  recipient: [
    { max: 1, seconds: 60 },
    { max: 5, seconds: 3_600 },
  ],
  total: [{ max: 200, seconds: 3_600 }],
};

/** How long until one more keeps to the rules, in seconds; 0 when it does now. */
export function findWaitSeconds(sent: readonly Date[], rules: readonly MailRule[], now: Date): number {
  const newestFirst = sent.map((at) => at.getTime()).sort((a, b) => b - a);
  const waits = rules.map(({ max, seconds }) => {
    const inTheWay = newestFirst[max - 1];
    return inTheWay === undefined ? 0 : Math.ceil(inTheWay / 1000 + seconds - now.getTime() / 1000);
  });
  return Math.max(0, ...waits);
}
