type IsMeant = (selector: string) => boolean;

/**
 * The rules of style sheets as they hold in this window: conditions are settled, since a picture is as wide as it is and not
 * as the window; what fetches is left out, since a picture fetches nothing.
 *
 * @param isMeant - whether a rule of this selector is wanted
 */
export function resolvedRules(sheets: readonly CSSStyleSheet[], isMeant: IsMeant = () => true): string {
  return sheets
    .filter(({ disabled }) => !disabled)
    .flatMap(({ media, cssRules }) =>
      media.mediaText === '' || matchMedia(media.mediaText).matches ? [rulesText(cssRules, isMeant)] : [],
    )
    .join('\n');
}

function rulesText(rules: CSSRuleList, isMeant: IsMeant): string {
  return [...rules].map((rule) => ruleText(rule, isMeant)).join('\n');
}

function ruleText(rule: CSSRule, isMeant: IsMeant): string {
  if (rule instanceof CSSMediaRule)
    return matchMedia(rule.conditionText).matches ? rulesText(rule.cssRules, isMeant) : '';
  if (rule instanceof CSSSupportsRule)
    return CSS.supports(rule.conditionText) ? rulesText(rule.cssRules, isMeant) : '';
  if (rule instanceof CSSImportRule || rule instanceof CSSFontFaceRule) return '';
  return rule instanceof CSSStyleRule && !isMeant(rule.selectorText) ? '' : rule.cssText;
}
