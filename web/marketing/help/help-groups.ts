import { exactness } from './entries/exactness.ts';
import { origins } from './entries/origins.ts';
import { pages } from './entries/pages.ts';
import { people } from './entries/people.ts';
import { sales } from './entries/sales.ts';
import { time } from './entries/time.ts';
import { values } from './entries/values.ts';
import type { HelpGroup } from './help-entry.ts';

export const helpGroups: readonly HelpGroup[] = [people, pages, sales, origins, time, values, exactness];
