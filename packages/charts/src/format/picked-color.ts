import { membersOf, numberOf } from '../question/read-form.ts';

/**
 * The colour of a colour picker at an opacity of its own.
 *
 * @param value `{r, g, b, a}`, each colour 0 … 255, the opacity 0 … 1
 * @param otherwise red, green and blue when nothing is picked
 */
export function pickedColor(
  value: unknown,
  otherwise: readonly [number, number, number],
): (opacity: number) => string {
  const { r, g, b, a } = membersOf(value);
  const [red, green, blue] = [
    numberOf(r) ?? otherwise[0],
    numberOf(g) ?? otherwise[1],
    numberOf(b) ?? otherwise[2],
  ];
  return (opacity) => `rgba(${red}, ${green}, ${blue}, ${(numberOf(a) ?? 1) * opacity})`;
}
