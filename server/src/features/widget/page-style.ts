import type { Brand } from '@tablewire/contracts/identity/brands'
import { buttonColours, primaryOf } from '#src/features/venue-pages/api.ts'

const hex = /^#[0-9a-f]{6}$/i

const primaryAt = (brand: Brand, colour: string | null): string => (colour && hex.test(colour) ? colour : primaryOf(brand))
/** A button on somebody's site that leads to the page, in its look: ground and ink, as its markup names them. */
export const buttonOf = (brand: Brand, colour: string | null): string => {
  const { ground, ink } = buttonColours(primaryAt(brand, colour))
  return `${ground} ${ink}`
}

const light = '--ink:#1d1d22;--soft:#55555f;--ground:#fff;--field:#fff;--line:#8a8a96;--faint:#e4e4ea;--link:#1a4fb4;--wrong:#b3261e'
const dark = '--ink:#ececf1;--soft:#b4b4c0;--ground:#16171d;--field:#1f2029;--line:#7d7f90;--faint:#363743;--link:#9dbcff;--wrong:#ffb4ab'

/**
 * The look of the booking page: the brand's colours, or the venue's own; light and dark, by the reader's device or by the address. Nothing is as high as the
 * window, which in a frame that grows with its content would never end.
 */
export const styleOf = (brand: Brand, colour: string | null): string => {
  const primary = primaryAt(brand, colour)
  const { ground, ink } = buttonColours(primary)
  return (
    `:root{color-scheme:light dark;--brand:${primary};--button:${ground};--on-button:${ink};${light}}` +
    `@media(prefers-color-scheme:dark){:root{${dark}}}` +
    `:root[data-theme=light]{color-scheme:light;${light}}:root[data-theme=dark]{color-scheme:dark;${dark}}` +
    '*{box-sizing:border-box}body{margin:0;background:var(--ground);color:var(--ink);font:1rem/1.5 system-ui,sans-serif;overflow-wrap:anywhere}' +
    '.page{max-width:40rem;margin:0 auto;padding:1rem;border-block-start:4px solid var(--brand)}' +
    '.house{margin-block-end:1rem}.house img{display:block;height:28px;width:auto;max-width:12rem;object-fit:contain;margin-block-end:.5rem}.house p{margin:0}.name{font-weight:600}' +
    'h1{font-size:1.5rem;line-height:1.25;margin:0 0 1rem}h1:focus{outline:none}h2{font-size:1.15rem;line-height:1.3;margin:1.5rem 0 .5rem}h3{font-size:1rem;margin:1rem 0 .5rem}' +
    'p{margin:.5rem 0}.soft{color:var(--soft)}.pre{white-space:pre-line}a{color:var(--link)}' +
    ':focus-visible{outline:3px solid var(--link);outline-offset:2px;border-radius:4px}' +
    '.question,.fields{display:grid;gap:.75rem 1rem;grid-template-columns:repeat(auto-fit,minmax(min(100%,11rem),1fr));align-items:end}.fields{align-items:start;grid-template-columns:repeat(auto-fit,minmax(min(100%,15rem),1fr))}.field{margin-block-end:.25rem;min-width:0}form>.field,.question>.field{margin-block-start:1rem}' +
    'label{display:block;font-weight:600;margin-block-end:.25rem}label .soft{font-weight:400}' +
    'input,select,textarea{font:inherit;color:inherit;width:100%;min-height:44px;padding:.5rem .6rem;border:1px solid var(--line);border-radius:8px;background:var(--field)}textarea{resize:vertical}[aria-invalid]{border-color:var(--wrong);border-width:2px}' +
    '.hint{font-size:.9rem;margin:.25rem 0 0}.error{color:var(--wrong);font-weight:600;margin:.25rem 0 0}' +
    '.check{display:flex;gap:.6rem;align-items:flex-start;font-weight:400;margin-block:1rem}.check input{width:1.4rem;min-height:1.4rem;height:1.4rem;flex:none;margin:.05rem 0 0}' +
    'button,.act{display:inline-flex;flex-direction:column;align-items:center;justify-content:center;min-height:48px;padding:.35rem 1.25rem;border-radius:8px;border:1px solid transparent;font:inherit;font-weight:600;text-decoration:none;text-align:center;background:var(--button);color:var(--on-button);cursor:pointer}' +
    'button.second,.act.second,.times button{background:none;color:inherit;border-color:var(--line)}button:hover,.act:hover{border-color:currentcolor}' +
    '.day{display:flex;align-items:center;justify-content:space-between;gap:.5rem;margin-block:1.25rem 0}.day h2{margin:0;text-align:center}.day a{display:inline-flex;align-items:center;justify-content:center;width:44px;height:44px;font-size:1.5rem;text-decoration:none;border-radius:8px}.day span{width:44px}:dir(rtl) .day a{transform:scaleX(-1)}' +
    '.times,.instead{list-style:none;margin:.5rem 0 1rem;padding:0;display:grid;gap:.5rem;grid-template-columns:repeat(auto-fill,minmax(min(100%,6rem),1fr))}.times button{width:100%;padding-inline:.4rem}.times small{font-weight:400;color:var(--soft)}.instead{grid-template-columns:repeat(auto-fit,minmax(min(100%,12rem),1fr))}.instead .act{width:100%;height:100%}' +
    '.month{margin-block:1rem;padding:.75rem;border:1px solid var(--faint);border-radius:8px}.month table{width:100%;border-collapse:collapse;table-layout:fixed}.month th{font-weight:400;font-size:.85rem;color:var(--soft);padding:.25rem 0}.month td{padding:1px;text-align:center}[data-day]{display:flex;align-items:center;justify-content:center;min-height:40px;border-radius:8px;color:var(--soft);text-decoration:line-through}a[data-day]{color:inherit;font-weight:600;text-decoration:none;border:1px solid var(--line)}a[data-day][aria-current]{background:var(--button);color:var(--on-button)}' +
    '.notice{border-inline-start:4px solid var(--wrong);padding:.5rem .75rem;font-weight:600}.summary{font-weight:600;font-size:1.1rem}.held{padding:.5rem .75rem;border:1px solid var(--faint);border-radius:8px}.policies{border-block:1px solid var(--faint);margin-block:1.25rem;padding-block-end:.75rem}' +
    '.mail{margin-block:.5rem}summary{cursor:pointer;padding:.65rem 0;color:var(--link);text-decoration:underline}.mail form{margin-block-end:1rem}.mail .field{max-width:24rem;margin-block-end:.75rem}' +
    '.trap{position:absolute;inset-inline-start:-200vw;width:1px;height:1px;overflow:hidden}.reference{letter-spacing:.05em}[aria-busy]{cursor:progress}.busy{position:fixed;inset-block-end:.5rem;inset-inline-end:.5rem;margin:0;padding:.35rem .75rem;border-radius:8px;background:var(--ink);color:var(--ground)}.busy:empty{padding:0}' +
    'footer{margin-block-start:2rem;border-block-start:1px solid var(--faint);padding-block-start:.5rem}nav ul{display:flex;flex-wrap:wrap;gap:0 1rem;list-style:none;margin:0;padding:0}nav li{padding-block:.5rem}nav a,nav button{display:inline-block;min-height:0;padding:.5rem 0;margin-block:-.5rem}nav button{border:0;background:none;color:var(--link);font-weight:400;text-decoration:underline}'
  )
}
