// The colours and sizes of web/ui, copied: this page is served without the site's build and without scripts.
const usualColours =
  'color-scheme:light dark;--surface:light-dark(oklch(.985 .004 85),oklch(.185 .026 264));--surface-raised:light-dark(oklch(.998 .002 85),oklch(.222 .03 264));--ink:light-dark(oklch(.215 .032 262),oklch(.955 .008 240));--ink-soft:light-dark(oklch(.465 .024 262),oklch(.755 .02 250));--line:light-dark(oklch(.9 .008 85),oklch(.315 .03 264));--line-strong:light-dark(oklch(.63 .018 262),oklch(.56 .028 262));--action-hover:light-dark(oklch(.335 .06 215),oklch(.9 .075 178));--action-ink:light-dark(oklch(.985 .004 85),oklch(.185 .026 264));--live:light-dark(oklch(.485 .092 178),oklch(.83 .135 172));--live-dot:light-dark(oklch(.61 .125 170),oklch(.83 .155 168));--focus:light-dark(oklch(.55 .11 178),oklch(.83 .135 172));--warn:light-dark(oklch(.475 .098 62),oklch(.84 .12 82));--warn-wash:light-dark(oklch(.953 .038 84),oklch(.285 .04 75))';

const rules = `*{box-sizing:border-box;margin:0}
body{background:var(--surface);color:var(--ink);font:1.0313rem/1.55 "Instrument Sans",Arial,"Liberation Sans",system-ui,sans-serif;-webkit-font-smoothing:antialiased}
.mode{--gutter:clamp(1.25rem,4vw,3rem);background:var(--warn-wash);color:var(--warn);padding:.75rem max(var(--gutter),50vw - 33rem + var(--gutter));font-size:.9375rem;text-wrap:pretty}
.mode strong{font-weight:600}
.page{max-width:66rem;margin:0 auto;padding:0 clamp(1.25rem,4vw,3rem) 4rem}
header{display:flex;align-items:center;gap:.625rem;padding:1.5rem 0;font-size:1.1875rem;font-weight:600;letter-spacing:-.02em}
.beam{stroke:var(--live-dot)}
.star{fill:var(--live-dot)}
main{display:grid;gap:2.5rem;padding-top:clamp(1rem,4vw,4rem)}
h1{font-size:clamp(1.375rem,1.28rem + .48vw,1.6875rem);line-height:1.2;font-weight:560;letter-spacing:-.014em;text-wrap:balance}
.amount{margin-top:.5rem;font-size:clamp(2.5rem,1.85rem + 3.25vw,4.75rem);line-height:1.03;font-weight:560;letter-spacing:-.026em;font-variant-numeric:tabular-nums}
.soft{margin-top:.75rem;color:var(--ink-soft)}
ul{margin:0;padding:0;list-style:none;border-top:1px solid var(--line)}
li{padding:.625rem 0;border-bottom:1px solid var(--line);font-size:.9375rem;color:var(--ink-soft);text-wrap:pretty}
.panel{align-self:start;padding:clamp(1.25rem,4vw,2rem);background:var(--surface-raised);border:1px solid var(--line);border-radius:16px}
dl div{display:flex;flex-wrap:wrap;justify-content:space-between;gap:.25rem 1.5rem;padding:.75rem 0;border-bottom:1px solid var(--line)}
dl div:first-child{padding-top:0}
dt{color:var(--ink-soft)}
dd{min-width:0;overflow-wrap:anywhere;font-variant-numeric:tabular-nums}
dl div:last-child dd{font-weight:600}
form{display:grid;gap:.75rem;margin-top:1.5rem}
.button{display:flex;align-items:center;justify-content:center;width:100%;min-height:3rem;padding:.5rem 1.25rem;border:0;border-radius:10px;background:var(--ink);color:var(--action-ink);font:inherit;font-weight:500;text-decoration:none;cursor:pointer;transition:background-color .15s,border-color .15s,color .15s;font-variant-numeric:tabular-nums}
.button:hover{background:var(--action-hover)}
.quiet{border:1px solid var(--line-strong);background:none;color:var(--ink)}
.quiet:hover{border-color:var(--live);background:none;color:var(--live)}
.panel>p+.button{margin-top:1.25rem}
.note{margin-top:1.25rem;color:var(--ink-soft);font-size:.8125rem;line-height:1.45;text-wrap:pretty}
.note+.note{margin-top:.625rem}
.note a{color:var(--ink);text-decoration-color:var(--line-strong);text-underline-offset:3px}
.note a:hover{color:var(--live)}
:focus-visible{outline:2px solid var(--focus);outline-offset:3px}
@media (min-width:52rem){main{grid-template:auto 1fr/1fr 24rem;gap:1.75rem 5rem}.panel{grid-area:1/2/span 2}}
@media (prefers-reduced-motion:reduce){.button{transition:none}}
`;

/**
 * @param font URL of the site's typeface; undefined where no pages are built.
 * @param themeCss The agency's colours, under the names of web/ui/tokens.css; empty for the usual ones.
 */
export function testCheckoutStyle(font: string | undefined, themeCss: string): string {
  const face =
    font === undefined
      ? ''
      : `@font-face{font-family:"Instrument Sans";font-weight:400 700;font-display:optional;src:url("${font}") format("woff2")}`;
  return `${face}\n:root{${usualColours}}\n${rules}${themeCss}`;
}
