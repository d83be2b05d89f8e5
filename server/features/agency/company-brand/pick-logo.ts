interface Branded<Logo> {
  /** The name on the portal; undefined if it is the agency's. */
  name: string | undefined;
  logo: Logo | undefined;
}

/** The logo on a company's portal and in mails about it. The agency's next to a client's name would be a wrong brand. */
export function pickLogo<Logo>(company: Branded<Logo>, agencyLogo: Logo | undefined): Logo | undefined {
  return company.logo ?? (company.name === undefined ? agencyLogo : undefined);
}
