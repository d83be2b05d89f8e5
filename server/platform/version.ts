// The bundle contains the value from the time it was built, so that code and version cannot differ.
import { version } from '../../package.json';

/** The version of the product. Shown to operators and administrators only: others could look up its faults. */
export const productVersion: string = version;
