const whichDay =
  /^(?:那|是|其中|这几天|里面)*(?:哪一?[天日])(?:的)?最?[高低大小多少](?:的|是)?[呢啊了?？。! ]*$|^(?:and )?(?:on )?which (?:day|one) (?:was|is|had) (?:the )?(?:highest|lowest|largest|biggest|smallest|most|least)[?. ]*$/i;

/** 哪天最大 behind a list of days: the end of the figure that was listed, and nothing else. */
export const asksWhichDay = (text: string): boolean => whichDay.test(text.trim());
