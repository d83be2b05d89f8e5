import { z } from 'zod';
import type { Theme } from '../../../../contract/site/colours/default-tokens.ts';
import type { MailColours } from '../../../../contract/site/colours/theme-output.ts';
import type { TypefaceId } from '../../../../contract/site/typefaces.ts';
import type { WrittenChart, WrittenReport } from '../report-drawing/written-report.ts';

/** A checked logo as it is drawn into other pictures. */
export interface DrawnLogo {
  kind: 'svg' | 'png';
  content: Uint8Array;
  width: number;
  height: number;
}

/** The brand that a picture is drawn in. */
export interface DrawnBrand {
  name: string;
  logo: DrawnLogo | undefined;
  theme: Theme;
  typeface: TypefaceId;
}

export const socialMotifs = [
  'chatbots',
  'analytics',
  'automation',
  'design',
  'products',
  'clock',
  'visits',
  'lines',
  'curve',
] as const;
export type SocialMotif = (typeof socialMotifs)[number];

export interface SocialCard {
  title: string;
  description: string;
  motif: SocialMotif;
}

export interface ReportChartPicture {
  chart: WrittenChart;
  colours: Record<'light' | 'dark', MailColours>;
}

export interface ReportPdf {
  report: WrittenReport;
  brand: DrawnBrand;
  /** The last line of its pages. */
  footer: string;
  portalUrl: string;
  /** The time in its metadata. */
  writtenAt: Date;
}

export interface JobInputs {
  'clean-svg': { text: string };
  'clean-png': { png: Uint8Array; width: number; height: number };
  'draw-icons': DrawnBrand;
  'draw-social-card': DrawnBrand & SocialCard;
  'draw-mail-logo': DrawnLogo;
  'draw-report-chart': ReportChartPicture;
  'draw-report-pdf': ReportPdf;
}

export type JobKind = keyof JobInputs;

export type Job = { [Kind in JobKind]: { kind: Kind; input: JobInputs[Kind] } }[JobKind];

const bytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array);
const edge = z.number().positive();

export const jobOutputs = {
  'clean-svg': z.object({ svg: z.string(), width: edge, height: edge }),
  'clean-png': z.object({ png: bytes, width: edge, height: edge }),
  'draw-icons': z.object({
    'icon.svg': bytes,
    'icon-192.png': bytes,
    'icon-512.png': bytes,
    'icon-maskable-512.png': bytes,
    'apple-touch-icon.png': bytes,
  }),
  'draw-social-card': z.object({ png: bytes }),
  'draw-mail-logo': z.object({ png: bytes }),
  'draw-report-chart': z.object({ light: bytes, dark: bytes }),
  'draw-report-pdf': z.object({ pdf: bytes }),
};

export type JobOutputs = { [Kind in JobKind]: z.infer<(typeof jobOutputs)[Kind]> };

/** The messages of the drawing process. */
export const processMessage = z.union([
  z.object({ isReady: z.literal(true) }),
  z.object({ output: z.unknown() }),
  /** The picture was refused, with the reason for the person who uploaded it. */
  z.object({ problem: z.string() }),
  z.object({ error: z.string() }),
]);
export type ProcessMessage = z.infer<typeof processMessage>;
