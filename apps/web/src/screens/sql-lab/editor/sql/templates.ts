/** Something that may be written in a template. */
export interface TemplateWord {
  name: string;
  /** In brackets behind it; undefined for what is no call. */
  args: string | undefined;
  about: string;
}

/** What templates about data can ask for, the most frequent first. */
export const MACROS: readonly TemplateWord[] = linesOf(`
filter_values('column', 'default') values of filters on a column
get_filters('column', remove_filter=True) filters on a column with their operators
get_time_filter('column', default='Last week') the time range of a filter
from_dttm the beginning of the time range
to_dttm the end of the time range
url_param('name', 'default') a parameter of the address
current_username() who asks
current_user_id() the number of who asks
current_user_email() the address of who asks
current_user_roles() the roles of who asks
current_user_rls_rules() the row rules of who asks
dataset(1) the query of a dataset
metric('name', 1) the SQL of a metric of a dataset
cache_key_wrapper('value') a value that answers are kept by
columns columns that are grouped by
groupby columns that are grouped by
filter filters of the question
metrics metrics of the question
row_limit how many rows are asked for
`);

/** What is done with a value behind `|`. */
export const FILTERS: readonly TemplateWord[] = linesOf(`
where_in values for IN, in brackets and quotes
to_datetime('%Y-%m-%d') a moment of a text
tojson as JSON
join(', ') joined in a text
default('value') instead of nothing
lower in small letters
upper in capital letters
trim without blanks around it
length how many
first the first
last the last
int as a whole number
replace('what', 'by') with a part replaced
safe as it is
`);

/** What `{%` begins. */
export const TAGS: readonly TemplateWord[] = linesOf(`
if what follows only where something is so
for what follows for each of several
set gives a value a name
else otherwise
elif otherwise, where something else is so
endif the end of an if
endfor the end of a for
macro a template with arguments
endmacro the end of a macro
`);

function linesOf(lines: string): TemplateWord[] {
  return lines.split('\n').flatMap((line) => {
    const [, name, args, about] = /^(\w+)(?:\((.*?)\))? (.*)$/.exec(line) ?? [];
    return name === undefined || about === undefined ? [] : [{ name, args, about }];
  });
}
