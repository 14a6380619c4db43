import { ANSWER_SCRIPT } from './answer-script.ts';

const STYLE = `:root { color-scheme: light dark; --line: light-dark(#d5d9df, #363c44); --soft: light-dark(#57606a, #a2abb6); --mark: light-dark(#2457d6, #8ab0ff);
  --bad: light-dark(#b3261e, #ff8f85); --good: light-dark(#116329, #6cd58a); }
body { margin: 0; padding: 12px; font: 14px/1.5 var(--font-sans, system-ui, sans-serif); color: var(--color-text-primary, light-dark(#1b1f24, #e6e8eb));
  background: var(--color-background-primary, light-dark(#fff, #14171a)); }
p { margin: 0 0 8px; overflow-wrap: anywhere; white-space: pre-wrap; }
.heard { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
.answer { font-size: 16px; }
.soft { color: var(--soft); font-size: 12px; }
.bad { color: var(--bad); }
.scroll { overflow: auto; max-height: 320px; border: 1px solid var(--line); border-radius: 8px; margin-bottom: 8px; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: start; padding: 4px 10px; border-bottom: 1px solid var(--line); vertical-align: top; max-width: 320px; overflow-wrap: anywhere; }
th { position: sticky; top: 0; background: light-dark(#f3f4f6, #22272e); font-size: 12px; white-space: nowrap; }
.number { text-align: end; font-variant-numeric: tabular-nums; }
del { color: var(--bad); } ins { color: var(--good); }
svg { display: block; width: 100%; margin-bottom: 8px; } svg text { fill: currentColor; font-size: 12px; } .mark { fill: var(--mark); } .trace { fill: none; stroke: var(--mark); stroke-width: 2; }
button { font: inherit; padding: 5px 12px; border: 1px solid var(--line); border-radius: 8px; background: none; color: inherit; cursor: pointer; }
button.primary { background: var(--mark); border-color: var(--mark); color: light-dark(#fff, #10131a); }
button[aria-disabled="true"] { opacity: 0.6; }
.buttons { display: flex; flex-wrap: wrap; gap: 8px; margin-bottom: 8px; }
pre { margin: 4px 0; white-space: pre-wrap; overflow-wrap: anywhere; font-size: 12px; }`;

/** One page without anything from elsewhere: what a result says as words, a picture, a table, or the diff of a write with the button that makes it. */
export const ANSWER_VIEW = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Answer</title>
<style>${STYLE}</style>
</head>
<body>
<main><h1 class="heard">Answer</h1><div id="answer" aria-live="polite"></div></main>
<script>${ANSWER_SCRIPT}</script>
</body>
</html>
`;
