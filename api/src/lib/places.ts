import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { type CityResponse, Reader } from 'mmdb-lib';

/** Where an address is, as its network's owner says: good to a city, at times only to a region. */
export interface Place {
  /** 'Manaus, AM', or 'Lisboa, PT' abroad. */
  name: string;
  /** Degrees. */
  latitude: number;
  longitude: number;
}

export interface Places {
  placeOf(ip: string): Place | undefined;
}

/**
 * Reads the file once, into memory. Without a file no address has a place. Throws where it can't be read.
 * @param path a file in MaxMind's format with cities
 */
export function openPlaces(path: string | undefined): Places {
  if (path === undefined) return { placeOf: () => undefined };
  const reader = new Reader<CityResponse>(readFileSync(path));
  return {
    placeOf(ip) {
      const address = ip.replace(/^::ffff:(?=\d+\.)/i, '');
      const found = isIP(address) ? reader.get(address) : null;
      return found ? describe(found) : undefined;
    },
  };
}

function describe({ city, country, location, subdivisions }: CityResponse): Place | undefined {
  const name = city?.names['pt-BR'] ?? city?.names.en;
  if (!name || !country || !location) return undefined;
  const state = country.iso_code === 'BR' ? subdivisions?.[0]?.iso_code : undefined;
  const { latitude, longitude } = location;
  return { name: `${name}, ${state ?? country.iso_code}`, latitude, longitude };
}

const EARTH_KM = 6_371;
const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** Along the surface of the earth, in kilometers (haversine formula). */
export function kilometersBetween(one: Place, other: Place): number {
  const half = (from: number, to: number) => Math.sin(radians(to - from) / 2) ** 2;
  const along =
    half(one.latitude, other.latitude) +
    Math.cos(radians(one.latitude)) *
      Math.cos(radians(other.latitude)) *
      half(one.longitude, other.longitude);
  return 2 * EARTH_KM * Math.asin(Math.sqrt(along));
}
