import { createRequire } from 'node:module';
import { open, type Reader, type Response } from 'maxmind';
import { z } from 'zod';

/** Where an address is, as far as the database knows. */
export interface Place {
  /** ISO 3166-1 alpha-2. */
  country: string | undefined;
  region: string | undefined;
  city: string | undefined;
}

export const unknownPlace: Place = { country: undefined, region: undefined, city: undefined };

/** Finds the place of an address. The address is not stored. */
export type FindPlace = (address: string) => Place;

const nameMax = 100;
const name = z
  .string()
  .trim()
  .min(1)
  .transform((text) => text.slice(0, nameMax))
  .nullish()
  .catch(null);
const named = z
  .object({ names: z.object({ en: name }).nullish() })
  .nullish()
  .catch(null);

/** The records of MaxMind's databases, and the flat ones of ip-location-db. */
const record = z.object({
  country: z.object({ iso_code: z.string() }).nullish().catch(null),
  subdivisions: z.array(named).nullish().catch(null),
  city: z
    .union([z.string(), z.object({ names: z.object({ en: name }).nullish() })])
    .nullish()
    .catch(null),
  country_code: z.string().nullish().catch(null),
  state1: name,
});

// This product includes data of the regional registries, CC0: see NRO_LICENSE in the package.
const countryDatabase = '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb';

/** The country database is shared by all servers of a process. It holds 8 MB. */
let shared: Promise<FindPlace> | undefined;

/**
 * Opens the database of countries, or the given one (MaxMind's format), which may also know regions and cities. Throws
 * if the file cannot be read.
 */
export async function openPlaces(file: string | undefined): Promise<FindPlace> {
  if (file !== undefined) {
    return createFindPlace(
      await open(file).catch((cause: unknown) => {
        throw new Error(`GEO_DATABASE: ${file} is not a readable MaxMind database`, { cause });
      }),
    );
  }
  shared ??= open(createRequire(import.meta.url).resolve(countryDatabase)).then(createFindPlace);
  return shared;
}

function createFindPlace(reader: Reader<Response>): FindPlace {
  // The reader returns the same object for all addresses of a record, as long as it is in its cache.
  const places = new WeakMap<Response, Place>();
  // The reader would follow the first bits of an IPv6 address through the tree of IPv4 addresses.
  const hasIpv6 = reader.metadata.ipVersion === 6;
  const lookUp = (address: string): Place => {
    if (!hasIpv6 && address.includes(':')) return unknownPlace;
    const found = reader.get(address);
    if (found === null) return unknownPlace;
    const known = places.get(found);
    if (known) return known;
    const place = toPlace(found);
    places.set(found, place);
    return place;
  };
  return (address) => {
    try {
      return lookUp(address);
    } catch {
      // A file can be damaged where the reader did not look when it opened it. An event must not be lost for that.
      return unknownPlace;
    }
  };
}

function toPlace(found: unknown): Place {
  const parsed = record.safeParse(found);
  if (!parsed.success) return unknownPlace;
  const { country, country_code, subdivisions, state1, city } = parsed.data;
  return {
    country: toCountry(country?.iso_code ?? country_code),
    region: subdivisions?.[0]?.names?.en ?? state1 ?? undefined,
    city: (typeof city === 'string' ? city.trim().slice(0, nameMax) : city?.names?.en) || undefined,
  };
}

/** A country code in upper case. Undefined for anything else, and for codes that name no country. */
export function toCountry(code: string | null | undefined): string | undefined {
  const sent = code?.trim() ?? '';
  // Tested before: there are single characters that become two in upper case.
  if (!/^[A-Za-z]{2}$/.test(sent)) return undefined;
  const country = sent.toUpperCase();
  // XX and T1 (Tor) are what proxies send for an unknown country, ZZ what CLDR calls it.
  return country === 'XX' || country === 'ZZ' ? undefined : country;
}

/** The proxy knows the address it received the request from. Its country replaces one that the database has. */
export function toSenderPlace(found: Place, proxyCountry: string | undefined): Place {
  if (proxyCountry === undefined || proxyCountry === found.country) return found;
  return { country: proxyCountry, region: undefined, city: undefined };
}
