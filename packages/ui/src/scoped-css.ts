/** Functions of CSS that fetch what they name, or draw what is elsewhere. */
const FETCHES = /(url|image|image-set|cross-fade|src|element|paint|attr)\s*\(/i;
/** Pictures that stand in the text itself. */
const INLINE = /url\(\s*(["']?)data:image\/(?:png|jpeg|gif|webp|svg\+xml)[;,][^"')]*\1\s*\)/gi;
/** What could end the condition of a rule. */
const ENDS = /[{};"'\\]/;
const PAGE = /^(html|body|:root)$/i;

/**
 * The CSS of a dashboard or of a chart as it may be worn: it styles what stands inside `scope`, and fetches nothing from elsewhere. The
 * browser's own reader takes it apart, so that no text of it can end the scope. What styles the whole page counts for the
 * scope itself.
 */
export function scopedCss(css: string, scope: string): string {
  const sheet = new CSSStyleSheet();
  // Imports are left out in any case; the browser would complain of them.
  sheet.replaceSync(css.replace(/@import\b[^;]*;/gi, ''));
  const rules = rulesText(sheet.cssRules);
  return rules === '' ? '' : `@scope (${scope}) {\n${rules}\n}`;
}

function rulesText(rules: CSSRuleList): string {
  return [...rules].map(ruleText).filter(Boolean).join('\n');
}

function ruleText(rule: CSSRule): string {
  if (rule instanceof CSSStyleRule) {
    const nested = rulesText(rule.cssRules);
    return `${selectorText(rule.selectorText)} {\n${declarations(rule.style)}\n${nested}\n}`;
  }
  if (rule instanceof CSSKeyframesRule) {
    const frames = [...rule.cssRules].map((frame) =>
      frame instanceof CSSKeyframeRule ? `${frame.keyText} {\n${declarations(frame.style)}\n}` : '',
    );
    return `@keyframes ${CSS.escape(rule.name)} {\n${frames.join('\n')}\n}`;
  }
  if (rule instanceof CSSConditionRule) {
    const named = rule instanceof CSSSupportsRule ? 'supports' : 'container';
    const kind = rule instanceof CSSMediaRule ? 'media' : named;
    return ENDS.test(rule.conditionText)
      ? ''
      : `@${kind} ${rule.conditionText} {\n${rulesText(rule.cssRules)}\n}`;
  }
  if (rule instanceof CSSLayerBlockRule) return rulesText(rule.cssRules);
  // Fonts, imports and whatever browsers come to know: nothing that is needed.
  return '';
}

function selectorText(selectors: string): string {
  return selectors
    .split(',')
    .map((each) => (PAGE.test(each.trim()) ? ':scope' : each))
    .join(',');
}

function declarations(style: CSSStyleDeclaration): string {
  return [...style]
    .filter((name) => isHarmless(name, style.getPropertyValue(name)))
    .map(
      (name) =>
        `${name}: ${style.getPropertyValue(name)}${style.getPropertyPriority(name) ? ' !important' : ''};`,
    )
    .join('\n');
}

/** What an element wears of its own accord, by the names that scripts give properties, without what fetches. */
export function harmlessStyle(style: CSSStyleDeclaration): Record<string, string> {
  const kept = [...style].filter((name) => isHarmless(name, style.getPropertyValue(name)));
  return Object.fromEntries(kept.map((name) => [scriptName(name), style.getPropertyValue(name)]));
}

function scriptName(name: string): string {
  return name.startsWith('--')
    ? name
    : name.replace(/-(\w)/g, (_dash, letter: string) => letter.toUpperCase());
}

/** Values of a page's own names are kept as they were written, escapes and all: these may not even hold an escape. */
function isHarmless(name: string, value: string): boolean {
  if (name.startsWith('--') && value.includes('\\')) return false;
  return !FETCHES.test(value.replace(INLINE, ''));
}
