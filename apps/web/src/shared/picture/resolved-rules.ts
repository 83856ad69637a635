/**
 * The rules of style sheets as they hold in this window: conditions are settled, since a picture is as wide as it is and not
 * as the window; what fetches is left out, since a picture fetches nothing.
 */
export function resolvedRules(sheets: readonly CSSStyleSheet[]): string {
  return sheets
    .filter(({ disabled }) => !disabled)
    .flatMap(({ media, cssRules }) =>
      media.mediaText === '' || matchMedia(media.mediaText).matches ? [rulesText(cssRules)] : [],
    )
    .join('\n');
}

function rulesText(rules: CSSRuleList): string {
  return [...rules].map(ruleText).join('\n');
}

function ruleText(rule: CSSRule): string {
  if (rule instanceof CSSMediaRule)
    return matchMedia(rule.conditionText).matches ? rulesText(rule.cssRules) : '';
  if (rule instanceof CSSSupportsRule)
    return CSS.supports(rule.conditionText) ? rulesText(rule.cssRules) : '';
  if (rule instanceof CSSImportRule || rule instanceof CSSFontFaceRule) return '';
  return rule.cssText;
}
