/** HTML tags that a platform may write, by what they show: a line, a border, or nothing of their own. */
export const blockTags = new Set(
  "br p div tr li ul ol table h1 h2 h3 h4 h5 h6 hr pre blockquote thead tbody section caption".split(" "),
);
export const cellTags = new Set(["td", "th"]);
export const inlineTags = new Set(
  "b strong i em u s del ins code span font small sub sup mark tg-spoiler a big html body label center tfoot img".split(
    " ",
  ),
);
