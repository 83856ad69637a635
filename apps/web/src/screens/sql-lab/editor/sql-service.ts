import type { CodeChoice, CodeChoices, CodeService } from '@chartroom/ui';
import type { LabCatalog } from './lab-catalog.ts';
import { type Completion, complete } from './sql/complete.ts';
import { functionsOf, withNames } from './sql/functions.ts';
import { type Knowledge, type Offer, tablesIn } from './sql/offers.ts';
import { placeAt } from './sql/place.ts';
import { styleOf } from './sql/style.ts';
import { TextScript } from './sql/text-script.ts';

/** What an editor of SQL knows of where its text will run. */
export interface SqlGround {
  backend: string | undefined;
  catalog: LabCatalog;
  /** Names of the tab's template parameters. */
  parameters: () => readonly string[];
  /** Whether a list may open while one writes. */
  offersWhileTyping: () => boolean;
}

/** What the editor of a tab asks about its SQL. */
export function sqlService({ backend, catalog, parameters, offersWhileTyping }: SqlGround): CodeService {
  const style = styleOf(backend);
  const script = new TextScript(style);
  const known = functionsOf(backend);
  const knowledge = (): Knowledge => ({
    style,
    catalog,
    functions: withNames(known, catalog.functionNames),
    parameters: parameters(),
  });
  return {
    complete: (text, at, isAsked) => {
      if (!isAsked && !offersWhileTyping()) return undefined;
      const piece = script
        .of(text)
        .pieces.find(({ begin, end }) => begin <= at && (at < end || end === text.length));
      if (!piece) return undefined;
      const { begin } = piece;
      const asked = { text: text.slice(begin, piece.end), at: at - begin, style };
      const place = placeAt(asked);
      if (!place || (!isAsked && !place.isEager)) return undefined;
      const answer = () => choicesOf(complete(asked, knowledge(), isAsked), begin);
      const { wanted } = place;
      const member = wanted.kind === 'member' ? [[...wanted.path, ''], [...wanted.path]] : [];
      const loading = catalog.load([...tablesIn(place), ...member]);
      return loading ? loading.then(answer) : answer();
    },
  };
}

function choicesOf(completion: Completion | undefined, begin: number): CodeChoices | undefined {
  if (!completion) return undefined;
  const { place, shown, more } = completion;
  return { from: begin + place.from, to: begin + place.to, more, choices: shown.map(choiceOf) };
}

/** Words behind which the next name can be offered at once. */
const LEADS_ON = /(?:FROM|JOIN|INTO|UPDATE|TABLE|VIEW)$/;

function choiceOf({ kind, name, detail, about, text, tail }: Offer): CodeChoice {
  const insert = text + tail;
  const hasArguments = tail === '()' && detail !== '()';
  return {
    label: name,
    kind,
    detail,
    about,
    insert,
    cursor: hasArguments ? insert.length - 1 : insert.length,
    leadsOn: kind === 'keyword' && LEADS_ON.test(name),
  };
}
