export interface Mail {
  to: string[];
  subject: string;
  text: string;
  html: string;
}

/** One message a line, beside the state of the run. */
export const mailsFile = () => `${process.env.JOURNEYS_STATE}.mails`;
