/** Where an address is, as far as the databases know. */
export interface Place {
  /** ISO 3166-1 alpha-2. */
  country: string | null;
  region: string | null;
  city: string | null;
}

export const unknownPlace: Place = { country: null, region: null, city: null };

/** Finds the place of an address. The address is not stored. */
export type FindPlace = (address: string) => Place;
