import { isIPv6 } from 'node:net';
import { type AdvancedConversion, ownMember } from '@chartroom/model';

type Value = AdvancedConversion['values'][number];

/** Operators by the names that filters of a chart give them. */
const COMPARISONS = [
  'EQUALS',
  'GREATER_THAN_OR_EQUAL',
  'GREATER_THAN',
  'IN',
  'LESS_THAN',
  'LESS_THAN_OR_EQUAL',
];

/** Well-known ports by the names that IANA registers for their services. */
const PORTS: Record<string, number[]> = {
  ftp: [20, 21],
  ssh: [22],
  telnet: [23],
  smtp: [25],
  http: [80],
  kerberos: [88],
  pop3: [110],
  nntp: [119],
  ntp: [123],
  imap: [143],
  imap2: [143],
  imap3: [220],
  snmp: [161],
  ldap: [389],
  https: [443],
  submissions: [465],
  ldaps: [636],
  'kerberos-adm': [749],
  ftps: [989, 990],
  telnets: [992],
  imaps: [993],
  pop3s: [995],
};

interface AdvancedType {
  /** Undefined for a text that is no such value. */
  read(text: string): Value | undefined;
  /** What is said of a text that is none. */
  refusal(text: string): string;
  /** What stands for no text at all. */
  empty: Value;
}

/** Types of values beyond those of databases (contract/api.md §2.18). */
export const ADVANCED_TYPES: Record<string, AdvancedType> = {
  internet_address: { read: addressRange, refusal: noAddress, empty: '' },
  port: {
    read: (text) => {
      if (!/^\d+$/.test(text)) return ownMember(PORTS, text.toLowerCase());
      const port = Number(text);
      return port >= 1 && port <= 65_535 ? [port] : undefined;
    },
    refusal: (text) => `'${text}' does not appear to be a port name or number`,
    empty: [''],
  },
};

/** Reads values of a type; the first one that is none is named, and the later ones are left out. */
export function convert(type: string, texts: readonly string[]): AdvancedConversion | undefined {
  const known = Object.hasOwn(ADVANCED_TYPES, type) ? ADVANCED_TYPES[type] : undefined;
  if (!known) return undefined;
  const conversion: AdvancedConversion = {
    values: [],
    display_value: '',
    error_message: '',
    valid_filter_operators: COMPARISONS,
  };
  if (texts.length === 1 && texts[0] === '') return { ...conversion, values: [known.empty] };
  for (const text of texts) {
    const value = known.read(text);
    if (value === undefined) {
      conversion.error_message = known.refusal(text);
      break;
    }
    conversion.values.push(value);
  }
  conversion.display_value = conversion.values.map(shown).join(', ');
  return conversion;
}

function shown(value: Value): string {
  if (Array.isArray(value)) return `[${value.join(', ')}]`;
  return typeof value === 'object' ? `${value.start} - ${value.end}` : String(value);
}

/** Addresses of the newer kind are beyond the numbers that columns and answers hold. */
function noAddress(text: string): string {
  return isIPv6(text.split('/')[0] ?? '')
    ? `'${text}' is an IPv6 network: as numbers there are IPv4 networks alone`
    : `'${text}' does not appear to be an IPv4 or IPv6 network`;
}

const ADDRESSES = 2 ** 32;

/**
 * An IPv4 address as a number, or the first and last of a network such as `10.0.0.0/8`, which every address in it may name;
 * undefined when it is neither.
 */
function addressRange(text: string): number | { start: number; end: number } | undefined {
  if (/^\d+$/.test(text)) return Number(text) < ADDRESSES ? Number(text) : undefined;
  const [, address = '', bits] = /^([\d.]+)(?:\/(\d{1,2}))?$/.exec(text) ?? [];
  const parts = address.split('.').map((part) => (/^\d{1,3}$/.test(part) ? Number(part) : Number.NaN));
  if (parts.length !== 4 || parts.some((part) => !(part <= 255))) return undefined;
  const named = parts.reduce((whole, part) => whole * 256 + part, 0);
  if (bits === undefined || bits === '32') return named;
  if (Number(bits) > 32) return undefined;
  const size = 2 ** (32 - Number(bits));
  const first = named - (named % size);
  return { start: first, end: first + size - 1 };
}
